// A plan of ours that comes with the page, as the file that somebody else would bring.

import text from '../../../examples/maps/riverside.json?raw';
import { OBSTACLE, region, type Brought, type Outline, type Plan, type Thing } from './model';

/** From the smithy's anvil down to the tower's foot: on foot over the ford, or through the well's shaft. */
const ENDS = { from: { x: 42.5, y: 11.5 }, to: { x: 47, y: 40.5 } };

export const riverside = (): Brought =>
  ({ name: 'riverside', files: [new File([text], 'riverside.json')], ends: ENDS });

interface Document {
  readonly ground: readonly (readonly (readonly number[])[])[];
  readonly obstacles: readonly { readonly outline: readonly (readonly number[])[] }[];
  readonly regions: readonly { readonly tags: readonly number[]; readonly outline: readonly number[][] }[];
}

/** As much of it as a small picture shows, for which nobody has to wait for the engine. */
export function sketch(): {
  outlines: readonly Outline[];
  plan: Pick<Plan, 'from' | 'to' | 'things' | 'sorts'>;
} {
  const { ground, obstacles, regions } = JSON.parse(text) as Document;
  const lineOf = (points: readonly (readonly number[])[]) => Float64Array.from(points.flat());
  const all = [
    ...regions.map(({ outline, tags }) => ({ ...region(...tags), outline })),
    ...obstacles.map(({ outline }) => ({ ...OBSTACLE, outline })),
  ];
  const things = all.map((each, id): Thing => ({ ...each, id, outline: lineOf(each.outline) }));
  const sorts = [4, null, 0.6].map((cost, before) => ({ tag: before + 1, name: '', cost }));
  return { outlines: ground.map(lineOf), plan: { ...ENDS, things, sorts } };
}
