// The layers of a Tiled map, by a look at its text: for people to say what each is for.

export const ROLES = ['wall', 'ground', 'cost', 'ignore'] as const;
export type Role = (typeof ROLES)[number];

/** A layer, and what it is for; '' where its name does not say and nobody else did. */
export interface Layer {
  readonly name: string;
  readonly role: Role | '';
}

/** What a layer is for by its name alone, as the reader has it. */
const BY_NAME: readonly [RegExp, Role][] = [
  [/^(walls?|obstacles?|collisions?)$/i, 'wall'],
  [/^(roads?|ground|floor)$/i, 'ground'],
];

interface TmjLayer {
  name?: unknown;
  type?: unknown;
  layers?: TmjLayer[];
}

function namesInJson(layers: readonly TmjLayer[]): string[] {
  return layers.flatMap(({ name, type, layers: inner }) =>
    type === 'group' ? namesInJson(inner ?? []) : typeof name === 'string' ? [name] : []);
}

/** Entities of XML in a name. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]);

function namesOf(file: string, bytes: Uint8Array): string[] {
  if (/\.(tmx|xml)$/i.test(file)) {
    const text = new TextDecoder().decode(bytes);
    const found = text.matchAll(/<(?:layer|objectgroup)\b[^>]*?\bname="([^"]*)"/g);
    return [...found].map(([, name]) => plain(name));
  }
  if (!/\.(tmj|json)$/i.test(file)) return [];
  try {
    const text = new TextDecoder().decode(bytes);
    const map = JSON.parse(text) as { tiledversion?: unknown; layers?: TmjLayer[] };
    return map.tiledversion !== undefined && Array.isArray(map.layers) ? namesInJson(map.layers) : [];
  } catch {
    // The reader says what is wrong with it.
    return [];
  }
}

/** The layers of a map, each with what it was told to be for, or is by its name. */
export function layersOf(file: string, bytes: Uint8Array, told: ReadonlyMap<string, Role>): Layer[] {
  return namesOf(file, bytes).map((name) => {
    const role = told.get(name) ?? BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? '';
    return { name, role };
  });
}
