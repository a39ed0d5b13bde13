// The town, drawn once for each size and for day or night. What moves is drawn over it.
"use strict";

const DAY = {
  grass: "#d6e0ba", tuft: "#cbd8aa", field: "#e8daa0", furrow: "#dac882", bank: "#d3cba4",
  kerb: "#d8c8a3", street: "#f0e6cd", square: "#f7f0df", flag: "#ebe0c7", water: "#a3cbdd", wave: "#8cbad0",
  plank: "#c9a273", gap: "#a9825a", stone: "#a39f97", rim: "#7b7770", top: "#bdb9b0",
  floor: "#ecd5b1", board: "#e2c69a", wall: "#6b4a3a", shade: "#3a2a1a48", shadow: "#4f6f3c4d",
  trees: ["#93b478", "#83a969", "#9fbe85"], awnings: ["#c8504a", "#3f7fb5", "#d99a2b", "#4f9a6a"],
  cloth: "#fbf4e4", pillar: "#8a6a50", ink: "#25221c", doors: ["#3f8f5f", "#e0930e", "#cf2424"],
  clothes: ["#a11d33", "#1d4f8f", "#11695c", "#6a3685", "#2c2b3c", "#97500c"],
  others: ["#ffffff", "#ffb000", "#a04fd6"], alarm: "#cf2424",
};
const NIGHT = {
  grass: "#17221f", tuft: "#141d1b", field: "#24271f", furrow: "#1d201a", bank: "#1a2a36",
  kerb: "#1b1f28", street: "#2d323d", square: "#363c49", flag: "#2f3541", water: "#15324c", wave: "#1d4566",
  plank: "#4c3c2c", gap: "#3a2e22", stone: "#4a5160", rim: "#2c313c", top: "#59616f",
  floor: "#5a4128", board: "#6a4c2d", wall: "#14110f", shade: "#0008", shadow: "#0002",
  trees: ["#1c2c29", "#1a2927", "#1f302c"], awnings: ["#7a3a3a", "#2f5579", "#86652c", "#36624a"],
  cloth: "#8b8577", pillar: "#2a2018", ink: "#ebe8e1", doors: ["#5fbf8a", "#f2bd55", "#ff5a4f"],
  clothes: ["#ffe2a0", "#ffd27a", "#fff0c8", "#ffc86a", "#ffe9b8", "#ffd890"],
  others: ["#bfe0ff", "#ff9040", "#d9a8ff"], alarm: "#ff8a7a",
};

const canvas = at("town"), picture = canvas.getContext("2d", { alpha: false });
const isNight = matchMedia("(prefers-color-scheme: dark)");
/** The rows of the map and its doors; pixels a cell; the ground as drawn; its colours. */
let town, cell = 4, ground, look = DAY;

const sign = (x, y) => town.rows[y]?.[x];

/** A number from 0 to 1 that is always the same for a place. */
function dice(x, y) {
  const all = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return all - Math.floor(all);
}

/** The outline of all cells with these signs as one path, whose corners are rounded off so many times. */
function outline(signs, rounds) {
  const { width, height } = town, edge = 2, row = 4096;
  // What reaches the edge of the map goes on beyond, so that it is not rounded off there.
  const is = (x, y) => x >= -edge && y >= -edge && x < width + edge && y < height + edge
    && signs.includes(sign(Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)));
  const edges = new Map();
  const add = (x0, y0, x1, y1) => {
    const from = (y0 + edge) * row + x0 + edge, outs = edges.get(from);
    outs ? outs.push([x1, y1]) : edges.set(from, [[x1, y1]]);
  };
  for (let y = -edge; y < height + edge; y++) {
    for (let x = -edge; x < width + edge; x++) {
      if (!is(x, y)) continue;
      if (!is(x, y - 1)) add(x, y, x + 1, y);
      if (!is(x + 1, y)) add(x + 1, y, x + 1, y + 1);
      if (!is(x, y + 1)) add(x + 1, y + 1, x, y + 1);
      if (!is(x - 1, y)) add(x, y + 1, x, y);
    }
  }
  const path = new Path2D();
  for (const [start, outs] of edges) {
    while (outs.length) {
      let place = [start % row - edge, Math.floor(start / row) - edge], step = [0, 0];
      let points = [];
      for (;;) {
        const choices = edges.get((place[1] + edge) * row + place[0] + edge);
        if (!choices?.length) break;
        // Where two outlines touch, each keeps to its own side.
        const turns = choices.map(([x, y]) => step[0] * (y - place[1]) - step[1] * (x - place[0]));
        const [next] = choices.splice(Math.max(0, turns.findIndex((turn) => turn > 0)), 1);
        points.push(place);
        step = [next[0] - place[0], next[1] - place[1]];
        place = next;
      }
      for (let round = 0; round < rounds; round++) points = rounder(points);
      points.forEach(([x, y], own) => path[own ? "lineTo" : "moveTo"](x * cell, y * cell));
      path.closePath();
    }
  }
  return path;
}

/** Each point moved towards its neighbours. */
function rounder(points) {
  return points.map(([x, y], own) => {
    const [before, after] = [points.at(own - 1), points[(own + 1) % points.length]];
    return [(before[0] + 2 * x + after[0]) / 4, (before[1] + 2 * y + after[1]) / 4];
  });
}

/** Draws all of the ground. */
function paint() {
  ground = new OffscreenCanvas(canvas.width, canvas.height);
  const on = ground.getContext("2d");
  on.lineJoin = on.lineCap = "round";
  const brush = {
    on,
    each(signs, work) {
      for (let y = 0; y < town.height; y++) {
        for (let x = 0; x < town.width; x++) if (signs.includes(sign(x, y))) work(x * cell, y * cell, x, y);
      }
    },
    fill(colour, path) { on.fillStyle = colour; on.fill(path); },
    stroke(colour, width, path) { on.strokeStyle = colour; on.lineWidth = width * cell; on.stroke(path); },
    box(colour, x, y, width, height) { on.fillStyle = colour; on.fillRect(x, y, width * cell, height * cell); },
    disc(colour, x, y, radius) {
      on.fillStyle = colour;
      on.beginPath();
      on.arc(x, y, radius * cell, 0, 7);
      on.fill();
    },
    shaded(depth, work) {
      on.save();
      Object.assign(on, { shadowColor: look.shade, shadowBlur: 1.2 * depth * cell });
      on.shadowOffsetX = on.shadowOffsetY = depth * cell;
      work();
      on.restore();
    },
  };
  paintLand(brush);
  paintHouses(brush);
  paintWalls(brush);
  paintMarket(brush);
  // Shadows first: no tree is darkened by its neighbour's.
  brush.each("T", (x, y) => brush.disc(look.shadow, x + cell * .9, y + cell, .85));
  brush.each("T", (x, y, cx, cy) => {
    const colour = look.trees[Math.floor(dice(cy, cx) * look.trees.length)];
    brush.disc(colour, x + cell * (.3 + .4 * dice(cx, cy)), y + cell * .5, .62 + .38 * dice(cx + 1, cy));
  });
}

/** Grass and fields, streets and squares, the river and its bridges. */
function paintLand({ on, each, fill, stroke, box, shaded }) {
  on.fillStyle = look.grass;
  on.fillRect(0, 0, ground.width, ground.height);
  each("2T", (x, y, cx, cy) => dice(cx, cy) < .2 && box(look.tuft, x, y + cell * .3, 1.6, .45));
  fill(look.field, outline("4", 1));
  each("4", (x, y, cx, cy) => cy % 2 && box(look.furrow, x, y + cell * .3, 1.02, .45));
  const water = outline("~b", 6), streets = outline(".bpdgF", 3);
  stroke(look.bank, 1.6, water);
  stroke(look.kerb, .9, streets);
  fill(look.street, streets);
  fill(look.square, outline("pFS", 2));
  each("p", (x, y, cx, cy) => {
    if ((cx + cy) % 2 && dice(cx, cy) < .7) box(look.flag, x + cell * .12, y + cell * .12, .76, .76);
  });
  fill(look.water, water);
  on.save();
  on.clip(water);
  stroke(look.wave, .9, water);
  each("~", (x, y, cx, cy) => {
    if (dice(cx, cy) > .085) return;
    const wave = new Path2D();
    wave.moveTo(x, y);
    wave.quadraticCurveTo(x + cell, y + cell * (dice(cy, cx) - .2), x + cell * 2.4, y);
    stroke(look.wave, .22, wave);
  });
  on.restore();
  shaded(.5, () => fill(look.plank, outline("b", 0)));
  const isPlank = (x, y) => "b~".includes(sign(x, y) ?? ".");
  each("b", (x, y, cx, cy) => {
    const isAcross = isPlank(cx - 3, cy) && isPlank(cx + 3, cy);
    isAcross ? box(look.gap, x + cell * .82, y, .18, 1) : box(look.gap, x, y + cell * .82, 1, .18);
  });
}

/** Houses without their roofs: the shadows of walls fall on floors and streets alike. */
function paintHouses({ on, each, fill, box, shaded }) {
  const floors = outline("h#dS", 0);
  const houses = outline("h#d", 0);
  shaded(.9, () => fill(look.floor, houses));
  each("h", (x, y, cx, cy) => cy % 2 && box(look.board, x, y + cell * .1, 1, .22));
  if (look === NIGHT) {
    on.save();
    on.globalCompositeOperation = "lighter";
    on.clip(floors);
    each("h", (x, y, cx, cy) => {
      if (cx % 4 !== 1 || cy % 4 !== 1) return;
      const glow = on.createRadialGradient(x, y, 0, x, y, cell * 5);
      glow.addColorStop(0, "#6b3f1066");
      glow.addColorStop(1, "#0000");
      box(glow, x - cell * 5, y - cell * 5, 10, 10);
    });
    on.restore();
  }
  shaded(.55, () => fill(look.wall, outline("#", 0)));
  each("d", (x, y) => box(look.board, x, y, 1, 1));
}

/** The wall around the town, with merlons, and the ways through its gates. */
function paintWalls({ on, each, fill, stroke, box, shaded }) {
  const stone = outline("W", 2);
  shaded(1.1, () => fill(look.stone, stone));
  stroke(look.rim, .5, stone);
  on.save();
  on.clip(stone);
  on.lineCap = "butt";
  on.setLineDash([cell * .9, cell * .7]);
  stroke(look.top, 1.5, stone);
  on.restore();
  each("g", (x, y) => box(look.street, x, y, 1, 1));
}

/** Stalls are two cells deep and four wide; what stands alone is a pillar. Fountains have a rim. */
function paintMarket({ on, each, fill, stroke, box, disc, shaded }) {
  each("S", (x, y, cx, cy) => {
    if (sign(cx, cy - 1) === "S") return;
    if (sign(cx, cy + 1) !== "S") return shaded(.3, () => disc(look.pillar, x + cell / 2, y + cell / 2, .5));
    if (sign(cx - 1, cy) === "S") return;
    const colour = look.awnings[Math.floor(dice(cx, cy) * look.awnings.length)];
    shaded(.7, () => box(look.cloth, x, y + cell * .1, 4, 1.8));
    for (let stripe = 0; stripe < 4; stripe++) box(colour, x + stripe * cell, y + cell * .1, .5, 1.8);
  });
  const basins = outline("F", 3);
  shaded(.5, () => fill(look.stone, basins));
  fill(look.water, basins);
  stroke(look.top, .9, basins);
}

/** Takes as much room as there is. */
function fit() {
  if (!town) return;
  const room = at("map"), style = getComputedStyle(room);
  const sum = (...names) => names.reduce((all, name) => all + parseFloat(style[name]), 0);
  const width = room.clientWidth - sum("paddingLeft", "paddingRight");
  const height = innerWidth > 820 ? innerHeight - sum("paddingTop", "paddingBottom") : Infinity;
  const size = Math.min(width / town.width, height / town.height);
  cell = size * devicePixelRatio;
  Object.assign(canvas, { width: Math.round(cell * town.width), height: Math.round(cell * town.height) });
  Object.assign(canvas.style, { width: `${size * town.width}px`, height: `${size * town.height}px` });
  look = isNight.matches ? NIGHT : DAY;
  paint();
  paintDots();
}
addEventListener("resize", fit);
isNight.addEventListener("change", fit);
