// A drawing of several layers with the links between them, as the engine's own text has it: for maps that
// come with the page. Files are read by the engine.

import type { GameMap, Link } from '../model';
import { readDrawn } from './drawn';

const LINK = /^@link (\d+):(\d+),(\d+) (<?)-> (\d+):(\d+),(\d+) weight (\d+)$/;

export function readFloors(text: string): GameMap {
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.filter((line) => !line.startsWith('@'));
  const layers = lines.filter((line) => line === '@layer').length;
  const { map } = readDrawn(rows.join('\n'));
  const cellAt = (layer: number, x: number, y: number) =>
    (layer * (rows.length / layers) + y) * map.width + x;
  const links = lines.flatMap((line): Link[] => {
    const found = LINK.exec(line);
    if (!found) return [];
    const [fromLayer, fromX, fromY, toLayer, toX, toY, percent] =
      [1, 2, 3, 5, 6, 7, 8].map((part) => Number(found[part]));
    const ends = { from: cellAt(fromLayer, fromX, fromY), to: cellAt(toLayer, toX, toY) };
    return [{ ...ends, percent, isTwoWay: found[4] === '<', tags: 0, isShut: false }];
  });
  return { ...map, layers, links };
}
