// The pictures of tiles among the files that were brought.

import type { Scenery } from '../model';

/** The images of a scenery among files, by their names less any folders; null where one is not there. */
export function imagesAmong(scenery: Scenery, files: readonly File[]): (File | null)[] {
  const own = (path: string) => path.replace(/^.*[/\\]/, '').toLowerCase();
  return scenery.images.map(({ name }) =>
    files.find((file) => file.name.toLowerCase() === own(name)) ?? null);
}
