// A map of the service that shows this page: what others change of it is seen as it happens, and what is
// drawn on it here is changed there.

import { signal } from '@preact/signals';
import { coded } from '../coded';
import type { CellPlane, Values } from '../engine/engine';
import { readFiles } from '../import/files';
import { rowsOf, type GameMap } from '../model';
import { farEnds } from './flood';
import { inSlices } from '../slices';
import { emptyPlane } from './undo';
import type { With } from './playground';

/** How long strokes are gathered before they are sent, and how far apart the map is fetched. */
const GATHER_MS = 100;
const FETCH_MS = 150;
/** How long it takes to look again for a service that is gone: the first time, and at most. */
const AGAIN_MS = 500;
const AGAIN_MS_MAX = 8000;

const PLANES = ['terrain', 'exits', 'tags'] as const;

/** How it stands with the map of the service. */
export interface Following {
  readonly name: string;
  /** The revision that is shown; none while nobody answers. */
  readonly revision: string | null;
  readonly stop: () => void;
}

/** What the service says over its WebSocket of what is watched. */
interface Said {
  readonly message: {
    readonly event?: Readonly<Record<string, { readonly revision: string }>>;
    readonly refused?: { readonly code: string; readonly detail: string };
  };
}

type Parts = With<'life' | 'root' | 'words' | 'messages' | 'world' | 'undo' | 'view'>;

export function createLive({ life, root, words: { t }, messages, world, undo, view }: Parts) {
  const following = signal<Following | null>(null);
  showFollowing();

  /** Says in the bar what is followed, at which revision, and lets it be ended. */
  function showFollowing(): void {
    const sign = document.createElement('span');
    sign.className = 'live';
    const words = document.createElement('span');
    words.setAttribute('role', 'status');
    const end = document.createElement('button');
    end.className = 'button';
    end.textContent = '×';
    end.onclick = () => following.peek()?.stop();
    sign.append(words, end);
    life.effect(() => {
      const now = following.value;
      if (!now) return sign.remove();
      const { name, revision } = now;
      sign.classList.toggle('gone', revision === null);
      words.textContent = revision === null ? t('live.gone', { name }) : `${name} ${revision}`;
      words.title = revision === null ? words.textContent : t('live.follows', { name });
      end.ariaLabel = t('live.stop');
      end.title = t('live.stop');
      if (!sign.isConnected) root.querySelector('.bar .grow')?.append(sign);
    });
  }

  /** Shows a map of the service, and follows it until another map is shown here. */
  async function follow(name: string): Promise<void> {
    if (!/^[\w.-]+$/.test(name)) throw coded('not-a-map', name);
    following.peek()?.stop();
    const path = `/v1/maps/${name}`;
    const token = sessionStorage.getItem('token');
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    let isOver = false;
    let socket: WebSocket | null = null;
    let offLater: () => void = () => undefined;
    const stop = (): void => {
      isOver = true;
      offLater();
      socket?.close();
      following.value = null;
    };
    life.onEnd(stop);

    async function fetched(): Promise<{ map: GameMap; revision: string }> {
      const answer = await fetch(path, { headers });
      if (!answer.ok) throw coded('not-loaded', name, answer.status);
      const revision = (answer.headers.get('etag') ?? '').replaceAll('"', '');
      const brought = await readFiles([new File([await answer.blob()], `${name}.json`)]);
      return { map: brought.map, revision };
    }

    const first = await fetched();
    const [from, to] = (await inSlices(farEnds(first.map)))!;
    undo.changeMap(first.map, { from, to });
    view.fitAll();
    following.value = { name, revision: first.revision, stop };
    let loads = world.loads.peek();
    life.effect(() => void (world.loads.value !== loads && stop()));

    /** Takes over what others changed; nothing of it can be taken back here. */
    function take({ map: next, revision }: { map: GameMap; revision: string }): void {
      if (isOver) return;
      const now = world.map.peek();
      if (next.width !== now.width || next.height !== now.height || next.shape !== now.shape) {
        loads += 1;
        undo.changeMap(next);
        view.fitAll();
      } else {
        isTaking = true;
        for (const plane of PLANES) takePlane(now, next, plane);
        if (JSON.stringify(next.links) !== JSON.stringify(now.links)) undo.put({ links: next.links ?? [] });
        isTaking = false;
      }
      following.value = { name, revision, stop };
    }

    let isTaking = false;
    function takePlane(now: GameMap, next: GameMap, plane: CellPlane): void {
      if (!now[plane] && !next[plane]) return;
      const [old, values] = [now[plane] ?? emptyPlane(now, plane), next[plane] ?? emptyPlane(next, plane)];
      const cells: number[] = [];
      for (let cell = 0; cell < values.length; cell += 1) if (values[cell] !== old[cell]) cells.push(cell);
      const differs = (_: number, cell: number) => values[cell] !== old[cell];
      if (cells.length > 0) undo.apply(Uint32Array.from(cells), values.filter(differs), plane);
    }

    // What was changed since it was fetched last is fetched once, however often that was.
    let [isFetching, isStale] = [false, false];
    async function renew(): Promise<void> {
      isStale = true;
      if (isFetching) return;
      isFetching = true;
      try {
        while (isStale && !isOver) {
          isStale = false;
          await sent;
          const [before, next] = [strokes, await fetched()];
          // What was drawn meanwhile is not in it.
          if (strokes === before) take(next);
          else isStale = true;
          await new Promise((resolve) => life.later(FETCH_MS, () => resolve(null)));
        }
      } catch (error) {
        messages.complain(error);
      } finally {
        isFetching = false;
      }
    }

    let again = AGAIN_MS;
    function listen(): void {
      socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/ws`);
      const say = (id: number, message: unknown) => socket!.send(JSON.stringify({ id, message }));
      socket.onopen = () => {
        again = AGAIN_MS;
        if (token) say(1, { token });
        say(2, { watch: { map: name } });
      };
      socket.onmessage = ({ data }) => {
        const { event, refused } = (JSON.parse(data) as Said).message;
        if (refused) messages.say(`${name}: ${refused.detail}`, true);
        if (event) void renew();
      };
      socket.onclose = () => {
        if (isOver) return;
        following.value = { name, revision: null, stop };
        offLater = life.later(again, listen);
        again = Math.min(2 * again, AGAIN_MS_MAX);
      };
    }
    listen();

    // Strokes are gathered, and sent one after the other.
    let drawn = new Map<number, number>();
    let strokes = 0;
    let sent: Promise<void> = Promise.resolve();
    undo.onEdit((cells: Uint32Array, values: Values, plane: CellPlane) => {
      if (isTaking || isOver) return;
      strokes += 1;
      if (plane !== 'terrain') return void renew();
      if (drawn.size === 0) life.later(GATHER_MS, () => void (sent = sent.then(send)));
      cells.forEach((cell, at) => drawn.set(cell, values[at]));
    });
    undo.onLinks(() => void (isTaking || isOver || renew()));

    async function send(): Promise<void> {
      const all = changesOf(world.map.peek(), drawn);
      drawn = new Map();
      try {
        const answer = await fetch(path, { method: 'PATCH', headers, body: JSON.stringify({ all }) });
        if (answer.ok) return;
        const { detail } = (await answer.json()) as { detail: string };
        messages.say(t('live.refused', { name, reason: detail }), true);
      } catch {
        messages.say(t('live.gone', { name }), true);
      }
      void renew();
    }
  }

  return { following, follow };
}
export type Live = ReturnType<typeof createLive>;

/** A change as the service is told of it. */
interface TerrainChange {
  readonly terrain: {
    readonly layer: number;
    readonly rect: { readonly x: number; readonly y: number; width: number; readonly height: number };
    readonly terrain: number;
  };
}

/** The changes that give cells other ground: one for each run of equal ground in a row. */
export function changesOf(map: GameMap, cells: ReadonlyMap<number, number>): TerrainChange[] {
  const { width } = map;
  const rows = rowsOf(map);
  const changes: TerrainChange[] = [];
  let [last, run] = [-2, changes[0]];
  for (const cell of [...cells.keys()].sort((one, other) => one - other)) {
    const [terrain, row] = [cells.get(cell)!, Math.floor(cell / width)];
    if (cell === last + 1 && cell % width !== 0 && run.terrain.terrain === terrain) {
      run.terrain.rect.width += 1;
    } else {
      const rect = { x: cell % width, y: row % rows, width: 1, height: 1 };
      run = { terrain: { layer: Math.floor(row / rows), rect, terrain } };
      changes.push(run);
    }
    last = cell;
  }
  return changes;
}
