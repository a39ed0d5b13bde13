// The judge: whether an answer is right, by the map's characters and the scenario's length alone.

// As in `xunlu bench`: scenarios round to two digits behind the point, or to six in all.
const SLACK_STEPS = 0.006;
const SLACK_SHARE = 1e-4;

/** Whether nobody can stand at an end. */
export function isBlocked({ rows }, { from, to }) {
  return [from, to].some(([x, y]) => !rows[y][x]);
}

/** By how many hundredths a way is too long, or undefined when the answer is wrong. */
export function judge({ rows }, { from, to, optimum }, path, rule) {
  const same = (a, b) => a !== undefined && a[0] === b[0] && a[1] === b[1];
  if (!same(path[0], from) || !same(path.at(-1), to)) return undefined;
  let straight = 0;
  let diagonal = 0;
  for (let index = 1; index < path.length; index += 1) {
    const [[x, y], [nextX, nextY]] = [path[index - 1], path[index]];
    const isNear = Math.abs(nextX - x) <= 1 && Math.abs(nextY - y) <= 1;
    const passed = [[nextX, nextY], [x, nextY], [nextX, y]];
    if (!isNear || !passed.every(([x, y]) => rows[y]?.[x])) return undefined;
    if (x !== nextX && y !== nextY) diagonal += 1;
    else straight += 1;
  }
  const length = straight + diagonal * Math.SQRT2;
  const slack = Math.max(SLACK_STEPS, optimum * SLACK_SHARE);
  if (rule === 'scenario' && Math.abs(length - optimum) > slack) return undefined;
  return optimum > 0 ? (length / optimum - 1) * 100 : 0;
}
