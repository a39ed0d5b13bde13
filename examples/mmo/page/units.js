// Units: what is told of their walks, and where they are between two tellings.
"use strict";

const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
/** What is seen is so late that all that happens until then has been told. */
const LATE_MS = 250;
const WALKING = 4;
let units = [], clock, rings = [], dots = [], followed = -1;

/** The walk that a message tells, and where the next message begins: where each run of it ends, and when. */
function walkAt(view, from) {
  const [x, y] = [view.getUint8(from + 5), view.getUint8(from + 6)], pace = view.getUint8(from + 4);
  const walk = { begun: view.getUint32(from, true), xs: [x], ys: [y], ends: [0], steps: [0] };
  const runs = view.getUint16(from + 7, true);
  for (let own = 0; own < runs; own++) {
    const byte = view.getUint8(from + 9 + own), [right, down] = STEPS[byte >> 5], count = (byte & 31) + 1;
    walk.xs.push(walk.xs[own] + right * count);
    walk.ys.push(walk.ys[own] + down * count);
    walk.ends.push(walk.ends[own] + count * pace * (right && down ? 1.414 : 1));
    walk.steps.push(walk.steps[own] + count);
  }
  return [{ ...walk, run: 1, stop: walk.ends[runs], why: 0 }, from + 9 + runs];
}

/** When a walk has come so many steps far. */
function timeOf(walk, steps) {
  const run = walk.steps.findIndex((count) => count >= steps);
  if (run <= 0) return run ? walk.ends.at(-1) : 0;
  const part = (steps - walk.steps[run - 1]) / (walk.steps[run] - walk.steps[run - 1]);
  return walk.ends[run - 1] + part * (walk.ends[run] - walk.ends[run - 1]);
}

/** Takes in what is told of units; `examples/mmo/stream.rs` says what it looks like. */
function hear(view) {
  const now = view.getUint32(0, true), sample = performance.now() - now;
  // What comes late says nothing of the clock; what comes early does.
  clock = clock === undefined || sample < clock ? sample : clock + (sample - clock) * .02;
  for (let from = 4; from < view.byteLength;) {
    const unit = units[view.getUint16(from + 1, true)] ??= { walks: [], asked: 0 };
    if (view.getUint8(from) === 1) {
      const [walk, after] = walkAt(view, from + 3);
      unit.walks.push(walk);
      if (unit.walks.length > 4) unit.walks.shift();
      from = after;
    } else {
      const walk = unit.walks.at(-1);
      walk.stop = timeOf(walk, view.getUint16(from + 3, true));
      walk.why = view.getUint8(from + 5);
      if (walk.why === 1) unit.asked = now;
      from += 6;
    }
  }
}

/** Where a unit is, and what it does: 0 is at its goal, 1 asks, 2 is at a shut door, 3 was refused, 4 walks. */
const placed = { x: 0, y: 0, doing: 0 };
function place(unit, now) {
  while (unit.walks.length > 1 && now >= unit.walks[1].begun) unit.walks.shift();
  const [walk] = unit.walks, gone = Math.min(Math.max(now - walk.begun, 0), walk.stop);
  const last = walk.ends.length - 1;
  while (walk.run < last && gone > walk.ends[walk.run]) walk.run++;
  const run = Math.min(walk.run, last), before = Math.max(run - 1, 0);
  const part = run ? (gone - walk.ends[before]) / (walk.ends[run] - walk.ends[before]) : 0;
  placed.doing = gone < walk.stop ? WALKING : walk.why;
  placed.x = walk.xs[before] + part * (walk.xs[run] - walk.xs[before]);
  placed.y = walk.ys[before] + part * (walk.ys[run] - walk.ys[before]);
}

/** Where on the picture a unit is: nobody stands in the very middle of a cell. */
function spot(own, now) {
  place(units[own], now);
  return [(placed.x + .5 + (dice(own, 1) - .5) * .5) * cell, (placed.y + .5 + (dice(own, 2) - .5) * .5) * cell];
}

/** A dot for each colour, drawn once: with a rim by day, with a glow by night. */
function paintDots() {
  const size = Math.max(cell * .66, 1.6 * devicePixelRatio), isDay = look === DAY;
  dots = [...look.clothes, ...look.others].map((colour, own) => {
    const reach = Math.ceil(isDay ? size * 1.5 : size * 4), dot = new OffscreenCanvas(reach * 2, reach * 2);
    const on = dot.getContext("2d");
    on.translate(reach, reach);
    if (!isDay) {
      const glow = on.createRadialGradient(0, 0, 0, 0, 0, reach);
      [["77", 0], ["22", .3], ["00", 1]].forEach(([part, far]) => glow.addColorStop(far, colour + part));
      on.fillStyle = glow;
      on.fillRect(-reach, -reach, 2 * reach, 2 * reach);
    }
    on.fillStyle = colour;
    on.beginPath();
    on.arc(0, 0, size * (isDay ? 1 : .75), 0, 7);
    on.fill();
    if (isDay) {
      const isOther = own >= look.clothes.length;
      Object.assign(on, { lineWidth: Math.max(size * .3, .7), strokeStyle: isOther ? "#4a2c05" : "#fffdf6" });
      on.stroke();
    }
    return dot;
  });
}

function ring(x, y, colour, lasts, reach) {
  rings.push({ x, y, colour, lasts, reach, begun: performance.now() });
}

function drawRings(time) {
  rings = rings.filter((own) => time - own.begun < own.lasts);
  for (const own of rings) {
    const part = Math.max(0, (time - own.begun) / own.lasts);
    Object.assign(picture, { strokeStyle: own.colour, lineWidth: cell * (.8 - .5 * part) });
    picture.globalAlpha = .8 * (1 - part);
    picture.beginPath();
    picture.arc(own.x * cell, own.y * cell, cell * (1 + part * own.reach), 0, 7);
    picture.stroke();
  }
  picture.globalAlpha = 1;
}

/** The way that is left to the unit that is followed. */
function drawWay(now) {
  if (!units[followed]?.walks.length) return;
  const [x, y] = spot(followed, now), walk = units[followed].walks.at(-1);
  picture.save();
  Object.assign(picture, { strokeStyle: look.alarm, lineWidth: Math.max(cell * .5, 2) });
  picture.lineJoin = picture.lineCap = "round";
  picture.beginPath();
  picture.moveTo(x, y);
  for (let run = walk.begun > now ? 0 : walk.run; run < walk.ends.length; run++) {
    const [x, y] = [(walk.xs[run] + .5) * cell, (walk.ys[run] + .5) * cell];
    if (walk.ends[run] > now - walk.begun) picture.lineTo(x, y);
  }
  picture.stroke();
  const goal = [(walk.xs.at(-1) + .5) * cell, (walk.ys.at(-1) + .5) * cell];
  for (const [at, radius] of [[[x, y], 1.3], [goal, .9]]) {
    picture.beginPath();
    picture.arc(...at, cell * radius, 0, 7);
    picture.stroke();
  }
  picture.restore();
}

function draw(time) {
  requestAnimationFrame(draw);
  if (!ground || clock === undefined) return;
  const now = time - clock - LATE_MS;
  picture.drawImage(ground, 0, 0);
  drawDoors();
  if (look === NIGHT) picture.globalCompositeOperation = "lighter";
  for (const [own, unit] of units.entries()) {
    if (!unit?.walks.length) continue;
    const [x, y] = spot(own, now), { doing } = placed, clothes = look.clothes.length;
    const dot = dots[doing === WALKING || doing === 0 ? own % clothes : clothes + doing - 1];
    if (unit.asked && now >= unit.asked) {
      unit.asked = 0;
      ring(x / cell, y / cell, look.alarm, 700, 2.4);
    }
    picture.globalAlpha = doing === 0 ? .6 : 1;
    picture.drawImage(dot, x - dot.width / 2, y - dot.height / 2);
  }
  picture.globalAlpha = 1;
  picture.globalCompositeOperation = "source-over";
  drawRings(time);
  drawWay(now);
}
requestAnimationFrame(draw);

/** The unit nearest to a place on the screen, if one is so near. */
function unitAt(x, y, far) {
  const now = performance.now() - clock - LATE_MS;
  let [least, nearest] = [far * devicePixelRatio, -1];
  for (const [own, unit] of units.entries()) {
    if (!unit?.walks.length) continue;
    const [ux, uy] = spot(own, now), distance = Math.hypot(ux - x * cell, uy - y * cell);
    if (distance < least) [least, nearest] = [distance, own];
  }
  return nearest;
}
