// What tiles are for: painted on the palette of their set or on the map, saved as properties.

import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { tileOn, useOf } from '../app/assign';
import { fetched } from '../app/fetched';
import { toWorld } from '../draw/camera';
import { paintPalette, paletteOf, tileAt } from '../draw/sheet';
import { ROLES, type Role } from '../import/layers';
import { NONE, type Scenery, type TileUse } from '../model';
import { imagesAmong } from '../tiles/images';
import { STEPS } from '../tiles/stretch';
import type { Words } from '../words';
import { Button, Check, choices, NumberField, Section, Select } from './parts';
import { usePlayground } from './playground';

type Brush = 'blocked' | 'cost' | 'open';
const BRUSHES: readonly Brush[] = ['blocked', 'cost', 'open'];
/** What ground costs that costs nothing more. */
const OPEN = 100;

/** What a stroke with a brush makes of its tiles: again on one that is so already takes it away. */
type Wanted = (now: TileUse) => TileUse;

export function TileUses(): JSX.Element | null {
  const playground = usePlayground();
  const { words: { t }, messages: { complain }, files: { assign, bringing } } = playground;
  const [brush, setBrush] = useState<Brush>('blocked');
  const [cost, setCost] = useState(3);
  const isOnMap = useMemo(() => signal(false), []);
  const given = brush === 'blocked' ? null : brush === 'open' ? OPEN : cost * OPEN;
  const wanted: Wanted = (now) => (now === given ? OPEN : given);
  usePicking(isOnMap, wanted);
  const now = bringing.value;
  const scenery = now?.brought.scenery;
  if (!now || !scenery) return null;
  const edited = now.edited ?? [];
  const save = () => fetched(() => import('../app/export')).then(({ save }) => {
    for (const file of now.files) if (edited.includes(file.name)) save(file.name, file);
  }, complain);
  return (
    <Section title={t('tiles.title')} name="tiles">
      <div class="fields">
        <p class="hint">{t('tiles.hint')}</p>
        <div class="buttons" role="group" aria-label={t('tiles.brush')}>
          {BRUSHES.map((each) => (
            <Button
              key={each} label={t(`tiles.${each}`)} isNamed isOn={brush === each}
              onClick={() => setBrush(each)}
            />
          ))}
        </div>
        {brush === 'cost' && (
          <NumberField label={t('tiles.cost')} value={cost} least={1} most={99} onChange={setCost} />
        )}
        <Check label={t('tiles.onMap')} of={isOnMap} />
        {scenery.sheets.map((_, at) => (
          <Sheet key={at} scenery={scenery} at={at} files={now.files} wanted={wanted} />
        ))}
        {scenery.values.map((_, at) => <Values key={at} scenery={scenery} at={at} wanted={wanted} />)}
        <h2>{t('bring.layers')}</h2>
        {scenery.layers.map(({ name, role }, layer) => (
          <Select<Role | ''>
            key={layer} label={name} value={role as Role | ''}
            options={[...(role === '' ? [['', '–'] as const] : []), ...choices(t, 'bring.role', ROLES)]}
            onChange={(next) => next !== '' && void assign([{ layer, role: next }])}
          />
        ))}
        <Button
          label={t('tiles.save', { names: edited.join(', ') })} isNamed kind="main"
          isOff={edited.length === 0} onClick={() => void save()}
        />
      </div>
    </Section>
  );
}

/** What a tile or a value is for, in words. */
const saysIn = ({ number, t }: Pick<Words, 'number' | 't'>, use: TileUse): string =>
  use === null ? t('tiles.is.blocked')
    : use === OPEN ? t('tiles.is.open') : t('tiles.is.cost', { n: number(use / OPEN) });

interface ValuesProps {
  scenery: Scenery;
  at: number;
  wanted: Wanted;
}

/** The values of a layer that holds some, as buttons in their colours. */
function Values({ scenery, at, wanted }: ValuesProps): JSX.Element {
  const { words, messages: { spoken }, files: { assign } } = usePlayground();
  const { name: layer, values } = scenery.values[at];
  const title = words.t('tiles.values', { name: layer });
  return (
    <div class="fields" role="group" aria-label={title}>
      <h2>{title}</h2>
      {values.map(({ value, name, colour, says }) => {
        const label = words.t('tiles.value', { n: words.number(value), name, says: saysIn(words, says) });
        const press = () => {
          const next = wanted(says);
          spoken.value = words.t('tiles.value', { n: words.number(value), name, says: saysIn(words, next) });
          void assign([{ values: at, value, says: next }]);
        };
        return (
          <button key={value} type="button" class="button value-of-cells" onClick={press}>
            <span class="swatch" style={{ background: `rgb(${colour.join(' ')})` }} />
            <span>{label}</span>
          </button>
        );
      })}
    </div>
  );
}

interface SheetProps {
  scenery: Scenery;
  at: number;
  files: readonly File[];
  wanted: Wanted;
}

function Sheet({ scenery, at, files, wanted }: SheetProps): JSX.Element {
  const { words, messages: { spoken }, files: { assign } } = usePlayground();
  const { number, t } = words;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [images, setImages] = useState<readonly (ImageBitmap | null)[]>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  /** The tiles of the stroke that goes on, and what it makes of them. */
  const stroke = useRef<{ says: TileUse; tiles: Set<number> } | null>(null);
  const sheet = scenery.sheets[at];
  const pictures = imagesAmong(scenery, files);
  useEffect(() => {
    let isOver = false;
    void Promise.all(pictures.map((file) => file && createImageBitmap(file).catch(() => null)))
      .then((all) => !isOver && setImages(all));
    return () => void (isOver = true);
  }, [pictures.map((file) => file?.name).join()]);
  const palette = paletteOf(sheet, images.map((image) => [image?.width ?? 0, image?.height ?? 0]));
  const saysOf = (tile: number) =>
    stroke.current?.tiles.has(tile) ? stroke.current.says : useOf(scenery, at, tile);
  const repaint = () => {
    const shown = canvas.current;
    const ctx = shown?.getContext('2d');
    if (!shown || !ctx) return;
    const ratio = devicePixelRatio || 1;
    shown.width = Math.round(palette.width * ratio);
    shown.height = Math.round(palette.height * ratio);
    ctx.scale(ratio, ratio);
    paintPalette(ctx, palette, images, saysOf, chosen);
  };
  useEffect(repaint);
  const tell = (tile: number, use: TileUse) => {
    spoken.value = t('tiles.tell', { n: number(tile), sheet: sheet.name, says: saysIn(words, use) });
  };
  const give = (tiles: Iterable<number>, says: TileUse) =>
    void assign([...tiles].map((tile) => ({ sheet: at, tile, says })));
  const over = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return tileAt(palette, event.clientX - box.left, event.clientY - box.top)?.tile ?? null;
  };
  const begin = (event: PointerEvent) => {
    const tile = over(event);
    if (tile === null || event.button !== 0) return;
    canvas.current!.setPointerCapture(event.pointerId);
    const says = wanted(useOf(scenery, at, tile));
    stroke.current = { says, tiles: new Set([tile]) };
    setChosen(tile);
    tell(tile, says);
    repaint();
  };
  const go = (event: PointerEvent) => {
    const tile = over(event);
    if (!stroke.current || tile === null || stroke.current.tiles.has(tile)) return;
    stroke.current.tiles.add(tile);
    repaint();
  };
  const end = () => {
    if (stroke.current) give(stroke.current.tiles, stroke.current.says);
    stroke.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const columns = Math.max(1, sheet.grid?.[3] ?? 5);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const place = palette.tiles.findIndex(({ tile }) => tile === chosen);
    if (by !== undefined) {
      const next = palette.tiles[place < 0 ? 0 : place + by];
      if (next) {
        setChosen(next.tile);
        tell(next.tile, useOf(scenery, at, next.tile));
      }
    } else if ((event.key === 'Enter' || event.key === ' ') && chosen !== null) {
      const says = wanted(useOf(scenery, at, chosen));
      give([chosen], says);
      tell(chosen, says);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="sheet-of-tiles">
      <canvas
        ref={canvas} tabIndex={0} role="application" aria-label={t('tiles.sheet', { name: sheet.name })}
        style={{ width: `${palette.width}px`, height: `${palette.height}px` }}
        onPointerDown={begin} onPointerMove={go} onPointerUp={end} onPointerCancel={end} onKeyDown={press}
      />
    </div>
  );
}

/** While it is on, a click on the map is for the tile that lies there. */
function usePicking(isOn: Signal<boolean>, wanted: Wanted): void {
  const { root, view: { camera, geometry }, files: { assign, bringing } } = usePlayground();
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    function hear(event: PointerEvent): void {
      const scenery = bringing.peek()?.brought.scenery;
      const canvas = event.target as Element;
      if (!isOn.peek() || !scenery || event.button !== 0 || !canvas.matches('.stage canvas')) return;
      const box = canvas.getBoundingClientRect();
      const shape = geometry.peek();
      const cell = shape.cellAt(...toWorld(camera.peek(), event.clientX - box.left, event.clientY - box.top));
      if (cell === NONE) return;
      event.stopPropagation();
      const [x, y, right] = scenery.frame;
      const pixels = right / STEPS[shape.form][0];
      const [[fromX, fromY], [toX, toY]] = [shape.centreOf(0), shape.centreOf(cell)];
      const found = tileOn(scenery, [x + (toX - fromX) * pixels, y + (toY - fromY) * pixels], shape.form);
      if (found) void assign([{ ...found, says: latest.current(useOf(scenery, found.sheet, found.tile)) }]);
    }
    root.addEventListener('pointerdown', hear, { capture: true });
    return () => root.removeEventListener('pointerdown', hear, { capture: true });
  }, []);
}
