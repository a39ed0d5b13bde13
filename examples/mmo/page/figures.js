// Figures, buttons, and all that is told by the gateway.
"use strict";

/** Two a second: the last minute. */
const KEPT = 120;
let rates = [], figures, heard = 0, before;

function number(count) {
  return count < 1e4 ? count.toLocaleString("en").replace(",", "\u202f") : `${(count / 1e3).toFixed(1)}\u202fk`;
}
function time(ms) {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  return ms < 100 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

function make(tag, own, ...inside) {
  const element = Object.assign(document.createElement(tag), own);
  element.append(...inside);
  return element;
}

function row(name, told, colour) {
  const mark = colour ? [make("i", { style: `--own: ${colour}` })] : [];
  return make("li", {}, ...mark, make("span", { textContent: name }), make("b", { textContent: told }));
}

/** The area between two lines of the chart. */
function area(top, bottom) {
  const most = Math.max(20, ...rates.map(([one, two]) => one + two));
  const point = (rate, place) => `${KEPT - rates.length + place},${40 - 38 * rate / most}`;
  const [up, low] = [top, bottom].map((of) => rates.map((own, place) => point(of(own), place)));
  return rates.length ? `M${up.join("L")}L${low.reverse().join("L")}Z` : "";
}

function showWorkers() {
  const all = figures.workers.reduce((sum, { rate }) => sum + rate, 0);
  at("rate").textContent = number(Math.round(all));
  for (const [own, { there, rate, begun }] of figures.workers.entries()) {
    const line = at("workers").children[own], [, name, kill, told] = line.children;
    line.classList.toggle("gone", !there);
    name.textContent = `${words.worker} ${own + 1}`;
    Object.assign(kill, { textContent: words.kill, disabled: !there });
    kill.ariaLabel = `${words.kill}: ${name.textContent}`;
    const anew = begun > 1 ? words.anew(begun - 1) : "";
    const share = words.there(Math.round(rate), Math.round(100 * rate / (all || 1)));
    told.textContent = there ? share + anew : words.gone;
  }
  const [one, two] = at("chart").children;
  one.setAttribute("d", area(([rate]) => rate, () => 0));
  two.setAttribute("d", area(([rate, more]) => rate + more, ([rate]) => rate));
}

function show() {
  if (!figures) return;
  showWorkers();
  const { walking, asking, shut, busy, faults, lost, stuck, apart } = figures;
  at("times").replaceChildren(row(words.half, time(figures.p50)), row(words.most, time(figures.p99)));
  const states = [
    ["walking", walking, "var(--one)"], ["goal", units.length - walking - asking - shut - busy, "var(--soft)"],
    ["waiting", shut, "var(--wait)"], ["busy", asking + busy, "var(--busy)"],
  ];
  const rows = states.map(([name, count, colour]) => row(words[name], number(count), colour));
  at("states").replaceChildren(...rows);
  const bar = at("bar");
  const parts = bar.children.length ? [] : states.map(([, , colour]) => make("i", { style: `--own: ${colour}` }));
  bar.append(...parts);
  states.forEach(([, count], own) => { bar.children[own].style.flexGrow = count; });
  const counts = ["changes", "broken", "again", "refused"];
  at("counts").replaceChildren(...counts.map((name) => row(words[name], number(figures[name]))));
  const isIll = faults + lost + stuck + apart > 0, [verdict, more] = at("errors").children;
  at("errors").classList.toggle("bad", isIll);
  verdict.textContent = isIll ? words.ill : words.well;
  more.textContent = isIll ? words.illMore(faults, lost, stuck) : words.wellMore;
}

function speak() {
  words = WORDS[language];
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const own of document.querySelectorAll("[data-say]")) own.textContent = words[own.dataset.say];
  at("language").textContent = words.other;
  at("hint").textContent = words.hint;
  canvas.ariaLabel = words.map;
  at("chart").ariaLabel = words.chart;
  nameGates();
  show();
}

at("language").addEventListener("click", () => { language = language === "en" ? "zh" : "en"; speak(); });
at("gates").addEventListener("click", () => post("gates"));
at("rush").addEventListener("click", () => post("rush"));
for (const [own, colour] of ["var(--one)", "var(--two)"].entries()) {
  const kill = make("button", { onclick: () => post(`kill/${own}`) });
  const line = make("div", { className: "worker", style: `--own: ${colour}` });
  line.append(make("i"), make("b"), kill, make("small"));
  at("workers").append(line);
}
speak();

const live = new EventSource("live");
function told(name, work) {
  live.addEventListener(name, ({ data }) => { heard += data.length + name.length + 16; work(data); });
}
told("town", (data) => {
  town = JSON.parse(data);
  Object.assign(town, { width: town.rows[0].length, height: town.rows.length });
  [units, rates, clock, before] = [[], [], undefined, undefined];
  fit();
  nameGates();
});
told("units", (data) => {
  const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
  hear(new DataView(bytes.buffer));
});
// Not before who was in a door is seen to have left it.
told("doors", (data) => setTimeout(moved, LATE_MS, JSON.parse(data)));
told("figures", (data) => {
  figures = JSON.parse(data);
  rates = [...rates, figures.workers.map(({ rate }) => rate)].slice(-KEPT);
  const now = performance.now();
  if (before && now - before.now > 2000) {
    at("bytes").textContent = words.bytes(((heard - before.heard) / (now - before.now)).toFixed(1));
    before = undefined;
  }
  before ??= { now, heard };
  at("hint").textContent = words.hint;
  show();
});
live.addEventListener("error", () => { at("hint").textContent = words.lost; });
