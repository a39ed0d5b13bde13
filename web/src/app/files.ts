// Files that are brought: what is known of them, and where they may be dropped. What reads them is fetched
// with the first one (`import.ts`).

import { signal, type Signal } from '@preact/signals';
import type { Brought } from '../import/files';
import type { Role } from '../import/layers';
import type { Assignment } from '../import/reader';
import type { GameMap } from '../model';
import { onceFetched } from './fetched';
import type { With } from './playground';

export interface Bringing {
  readonly files: readonly File[];
  readonly brought: Brought;
  /** How often the map had been edited when it came: what is published is of the map as it was. */
  readonly edits: number;
  /** Names of files that were written to since. */
  readonly edited?: readonly string[];
  /** A map with tiles as it was read, before anything of it was edited by hand. */
  readonly read?: GameMap;
}

/** What is noted of files while they are read and shown. */
export interface Noted {
  readonly bringing: Signal<Bringing | null>;
  readonly bringTrouble: Signal<string | null>;
  readonly isReading: Signal<boolean>;
  readonly rowAt: Signal<number | null>;
  /** With which files maps came, by their ground. */
  readonly kept: WeakMap<Uint8Array, Bringing>;
}

/** Brings files to one playground. */
export function createFiles(parts: With<
  'life' | 'options' | 'root' | 'words' | 'messages' | 'layout' | 'world' | 'undo' | 'view' | 'panes' |
  'scene'
>) {
  const { life: { effect, listen }, options, root, messages: { complain }, world: { loads, map } } = parts;
  const bringing = signal<Bringing | null>(null);
  const bringTrouble = signal<string | null>(null);
  const isReading = signal(false);
  /** Whether files hover over the page. */
  const isOver = signal(false);

  const kept = new WeakMap<Uint8Array, Bringing>();
  const reading = onceFetched(() => import('./import'), ({ createImport }) =>
    createImport(parts, { bringing, bringTrouble, isReading, rowAt, kept }));
  /** Reads files, and takes the map at once where nothing has to be asked. */
  const bring = (files: readonly File[]): Promise<void> =>
    reading().then(({ bring }) => bring(files)).catch(complain);
  /** Reads the same files with another role for the layer in this place. */
  const giveRole = (at: number, role: Role): Promise<void> =>
    reading().then(({ giveRole }) => giveRole(at, role)).catch(complain);

  /** Writes into the files what tiles and layers are for, and reads them anew. */
  const assign = (assignments: readonly Assignment[]): Promise<void> =>
    reading().then(({ assign }) => assign(assignments)).catch(complain);

  /** The row of a scenario that was run last, from 0. */
  const rowAt = signal<number | null>(null);
  const runRow = (at: number): Promise<void> =>
    reading().then(({ runRow }) => runRow(at)).catch(complain);
  /** Runs the next row or the one before; nothing where there are no rows. */
  const nextRow = (by: number): unknown =>
    bringing.peek()?.brought.scenarios && runRow((rowAt.peek() ?? -1) + by);

  /**
   * Lets files be dropped anywhere on the playground, or on its page. What came with one map is put away
   * when another one comes, until it is back.
   */
  function keepDropping(): void {
    effect(() => {
      void loads.value;
      bringing.value = kept.get(map.peek().terrain) ?? null;
      rowAt.value = null;
    });
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const end = () => {
      depth = 0;
      isOver.value = false;
    };
    const where = options.isWholePage ? window : root;
    listen<DragEvent>(where, 'dragenter', (event) => {
      if (!hasFiles(event)) return;
      depth += 1;
      isOver.value = true;
    });
    listen(where, 'dragleave', () => {
      depth -= 1;
      if (depth <= 0) end();
    });
    listen<DragEvent>(where, 'dragover', (event) => hasFiles(event) && event.preventDefault());
    listen<DragEvent>(where, 'drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      end();
      void bring([...(event.dataTransfer?.files ?? [])]);
    });
  }

  return {
    bringing, bringTrouble, isReading, isOver, bring, giveRole, assign, rowAt, runRow, nextRow, keepDropping,
  };
}
export type Files = ReturnType<typeof createFiles>;
