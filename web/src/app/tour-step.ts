// One step of the tour: everything on the page set up as it says.

import { readDrawn } from '../import/drawn';
import { NONE } from '../model';
import type { TourStep } from '../tour/tour';
import type { TourParts } from './tour';

export { TOUR } from '../tour/tour';

export function setUp({
  settings: { heat, isWelcomed },
  world: { mover },
  undo: { changeMap },
  view: { fitAll },
  panes: { panes, setPanes },
  clock: { awaitTime, clock, clockEnd, isPlaying },
  cursor: { cursor, isKeyboards },
  walk: { stopWalking },
  scene: { ringed },
}: TourParts, step: TourStep): void {
  const { map, start, goal } = readDrawn(step.map);
  stopWalking();
  isPlaying.value = false;
  isWelcomed.value = true;
  mover.value = step.mover;
  heat.value = step.heat;
  awaitTime(step.time === 'end' ? null : step.time);
  setPanes(step.methods.length);
  panes.peek().forEach((pane, i) => (pane.method.value = step.methods[i]));
  changeMap(map, { from: start, to: goal });
  clock.value = clockEnd.peek();
  const cells = step.cells.map(([x, y]) => y * map.width + x);
  ringed.value = cells;
  cursor.value = cells[0] ?? NONE;
  isKeyboards.value = false;
  fitAll();
}
