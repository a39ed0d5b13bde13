// Doors: how they stand, and how they are shut and opened, by pointer and by keys.
"use strict";

let chosen = -1, over = -1;
const post = (path) => fetch(path, { method: "POST" }).catch(() => {});
const middle = ([x0, y0, x1, y1]) => [(x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2];

function drawDoors() {
  for (const [own, [x0, y0, x1, y1, isGate, stands]] of town.doors.entries()) {
    const [x, y, width, height] = [x0, y0, x1 - x0 + 1, y1 - y0 + 1].map((cells) => cells * cell);
    const isWide = width >= height, length = isWide ? width : height, thick = cell * (isGate ? 1.5 : 1);
    // An open door has its leaves at its sides.
    const leaf = [Math.min(cell * .36, length * .2), length * .36, length / 2][stands];
    picture.fillStyle = look.doors[stands];
    picture.shadowColor = look.doors[stands];
    picture.shadowBlur = stands && look === NIGHT ? cell * 2 : 0;
    for (const start of [0, length - leaf]) {
      if (isWide) picture.fillRect(x + start, y + (height - thick) / 2, leaf, thick);
      else picture.fillRect(x + (width - thick) / 2, y + start, thick, leaf);
    }
    picture.shadowBlur = 0;
    if (own === chosen || own === over) {
      Object.assign(picture, { strokeStyle: look.ink, lineWidth: Math.max(1.5 * devicePixelRatio, cell * .3) });
      picture.beginPath();
      picture.roundRect(x - cell, y - cell, width + 2 * cell, height + 2 * cell, cell);
      picture.stroke();
    }
  }
}

/** What is told of doors that moved. */
function moved(doors) {
  for (const [door, stands] of doors) {
    town.doors[door][5] = stands;
    if (stands < 2) ring(...middle(town.doors[door]), look.doors[stands], 1100, 4);
    if (door === chosen) tellDoor();
  }
  nameGates();
}

function tellDoor() {
  const [, , , , isGate, stands] = town.doors[chosen];
  at("said").textContent = `${isGate ? words.gate : words.house} ${chosen + 1}: ${words.stands[stands]}`;
}

function nameGates() {
  const isOpen = !town || town.doors.some(([, , , , isGate, stands]) => isGate && stands === 0);
  at("gates").textContent = isOpen ? words.shut : words.open;
}

/** Where on the map a pointer is, in cells, and which door is meant; none if none is near. */
function pointed(event) {
  const box = canvas.getBoundingClientRect(), size = box.width / town.width;
  const [x, y] = [(event.clientX - box.left) / size, (event.clientY - box.top) / size];
  const far = town.doors.map((door) => Math.hypot(middle(door)[0] - x, middle(door)[1] - y));
  const least = Math.min(...far), reach = event.pointerType === "touch" ? 24 : 14;
  return { x, y, door: least * size < reach ? far.indexOf(least) : -1 };
}

canvas.addEventListener("pointermove", (event) => {
  if (!town) return;
  over = pointed(event).door;
  canvas.style.cursor = over < 0 ? "" : "pointer";
});
canvas.addEventListener("pointerleave", () => { over = -1; });
canvas.addEventListener("click", (event) => {
  if (!town) return;
  const { x, y, door } = pointed(event);
  if (door >= 0) post(`door/${door}`);
  else followed = unitAt(x, y, 24);
});
canvas.addEventListener("blur", () => { chosen = -1; });
canvas.addEventListener("keydown", (event) => {
  if (!town) return;
  const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
  const isPress = (event.key === "Enter" || event.key === " ") && chosen >= 0;
  if (!way && !isPress) return;
  event.preventDefault();
  if (isPress) return post(`door/${chosen}`);
  // The next door that way; what lies aside is farther.
  const [x, y] = chosen < 0 ? [town.width / 2, town.height / 2] : middle(town.doors[chosen]);
  const far = town.doors.map((door, own) => {
    const [right, down] = [middle(door)[0] - x, middle(door)[1] - y];
    const along = right * way[0] + down * way[1], aside = Math.abs(right * way[1]) + Math.abs(down * way[0]);
    return own === chosen || along < .5 ? Infinity : along + 2.5 * aside;
  });
  const least = Math.min(...far);
  if (least < Infinity) chosen = far.indexOf(least);
  if (chosen >= 0) tellDoor();
});
