// A Tiled map of ours that comes with the page, as the files that somebody else would bring.

import picture from '../../../examples/maps/village.png?url';
import map from '../../../examples/maps/village.tmx?raw';
import tileset from '../../../examples/maps/village.tsx?raw';
import { coded } from '../coded';

export async function exampleFiles(): Promise<File[]> {
  const answer = await fetch(picture);
  if (!answer.ok) throw coded('not-loaded', 'village.png', answer.status);
  const art = await answer.blob();
  return [new File([map], 'village.tmx'), new File([tileset], 'village.tsx'), new File([art], 'village.png')];
}
