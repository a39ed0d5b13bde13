// A plot of what planners take to answer against what they hold, a disc for each, larger the longer it baked.

const WIDTH = 860;
const HEIGHT = 520;
const FRAME = { left: 76, right: 200, top: 46, bottom: 64 };
const COLOURS = [
  ['#0072b2', '#56b4e9'], ['#d55e00', '#f0803c'], ['#00a077', '#1fc48c'], ['#93278f', '#e07fd0'],
  ['#332288', '#f2d04a'], ['#7a3b10', '#d49b5b'], ['#6e7178', '#969aa2'], ['#3f9fe0', '#d6ecfa'],
  ['#a12bff', '#b98cff'], ['#8a6d00', '#ffe08a'], ['#b3003b', '#ff7a9c'],
];

/** Means over the maps that all of the rows are about, as an SVG that follows the reader's light or dark. */
export function scatter(rows) {
  const maps = new Set(rows.map(({ map }) => map));
  const discs = [...new Set(rows.map(({ planner }) => planner))].map((planner, index) => {
    const own = rows.filter((row) => row.planner === planner);
    const mean = (field) => geometricMean(own.map((row) => row[field]));
    return { planner, index, us: mean('mean_us'), bytes: mean('bytes_a_cell'), seconds: mean('prepare_s') };
  });
  const x = axis(discs.map(({ bytes }) => bytes).filter(isKnown), FRAME.left, WIDTH - FRAME.right);
  const y = axis(discs.map(({ us }) => us), HEIGHT - FRAME.bottom, FRAME.top);
  const at = discs.map((disc) => ({
    ...disc,
    // Whoever keeps nothing, or does not tell, stands at the left edge.
    x: isKnown(disc.bytes) ? x.at(disc.bytes) : FRAME.left,
    y: y.at(disc.us),
    radius: 5 + 3 * Math.log10(1 + 100 * (disc.seconds ?? 0)),
  }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"`,
    ` viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-size="12"`,
    ` font-family="system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif">\n`,
    `<title>Time, memory and baking of ${discs.length} planners on ${maps.size} maps</title>\n`,
    `<style>${style(discs.length)}</style>\n`,
    `<rect class="paper" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>\n`,
    `<text class="ink" x="${FRAME.left}" y="26" font-size="14" font-weight="600">`,
    `Microseconds a path against bytes a cell, geometric means of ${maps.size} maps</text>\n`,
    ...x.ticks.map((tick) => grid(x.at(tick), FRAME.top, x.at(tick), HEIGHT - FRAME.bottom)
      + number(tick, x.at(tick), HEIGHT - FRAME.bottom + 18, 'middle')),
    ...y.ticks.map((tick) => grid(FRAME.left, y.at(tick), WIDTH - FRAME.right, y.at(tick))
      + number(tick, FRAME.left - 22, y.at(tick) + 4, 'end')),
    `<text class="quiet" x="${FRAME.left}" y="${HEIGHT - 16}">bytes a passable cell; at the edge: keeps nothing,`,
    ` or does not say. Discs grow with the logarithm of the baking time.</text>\n`,
    ...at.map((disc) =>
      `<circle class="c${disc.index} dot" cx="${disc.x}" cy="${disc.y}" r="${round(disc.radius)}"/>\n`),
    ...labels(at),
    '</svg>\n',
  ].join('');
}

function isKnown(value) {
  return value !== null && value > 0;
}

/** Of those that are known, or null if none is. */
function geometricMean(values) {
  const known = values.filter(isKnown);
  const sum = known.reduce((sum, value) => sum + Math.log(value), 0);
  return known.length === 0 ? null : Math.exp(sum / known.length);
}

/** A logarithmic axis over these values, with ticks of 1, 2 and 5. */
function axis(values, from, to) {
  const powers = [-2, -1, 0, 1, 2, 3, 4, 5];
  const steps = powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
  const least = steps.findLast((step) => step < Math.min(...values)) ?? steps[0];
  const most = steps.find((step) => step > Math.max(...values)) ?? steps.at(-1);
  const share = (value) => Math.log(value / least) / Math.log(most / least);
  return {
    at: (value) => round(from + (to - from) * share(value)),
    ticks: steps.filter((step) => step >= least && step <= most),
  };
}

/** The names in a column at the right, each beside its disc's height, none over another. */
function labels(discs) {
  let below = 0;
  return [...discs].sort((a, b) => a.y - b.y).map((disc) => {
    const y = Math.max(disc.y, below + 30);
    below = y;
    const x = WIDTH - FRAME.right + 16;
    const known = [`${disc.us.toPrecision(3)} us`];
    if (isKnown(disc.seconds)) known.push(`baked in ${disc.seconds.toPrecision(2)} s`);
    const line = `M${round(disc.x + disc.radius)} ${disc.y}L${x - 4} ${round(y)}`;
    return `<path class="c${disc.index} leader" d="${line}"/>\n`
      + `<text class="c${disc.index} name" x="${x}" y="${round(y + 1)}">${disc.planner}</text>\n`
      + `<text class="quiet" x="${x}" y="${round(y + 14)}" font-size="11">${known.join(', ')}</text>\n`;
  });
}

function number(tick, x, y, anchor) {
  return `<text class="quiet" x="${x}" y="${y}" text-anchor="${anchor}">${tick}</text>\n`;
}

function grid(x, y, toX, toY) {
  return `<path class="grid" d="M${x} ${y}L${toX} ${toY}"/>\n`;
}

function style(count) {
  const colour = (index, which) => `.c${index}{color:${COLOURS[index % COLOURS.length][which]}}`;
  const colours = (which) => Array.from({ length: count }, (_, index) => colour(index, which)).join('');
  return '.grid,.leader{fill:none}.leader{stroke:currentColor;stroke-opacity:.45}'
    + '.name,.dot{fill:currentColor}.name{font-size:13px;font-weight:600}.dot{fill-opacity:.8}'
    + '.paper{fill:#fff;stroke:#d9dce1}.ink{fill:#26282e}.quiet{fill:#5f636b}.grid{stroke:#e6e8ec}'
    + colours(0)
    + '@media (prefers-color-scheme:dark){.paper{fill:#1b1d23;stroke:#3a3f4a}'
    + '.ink{fill:#e8e8e4}.quiet{fill:#a3a7af}'
    + `.grid{stroke:#30343d}${colours(1)}}`;
}

function round(value) {
  return Math.round(value * 10) / 10;
}
