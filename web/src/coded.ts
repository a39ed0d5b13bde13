// What went wrong, as data: a code, where it is, and the numbers and names to say it with in any language.

/** Where something is: a file, and in it a line and column, a pixel, a byte or a part that has a name. */
export type Where = Readonly<Partial<Record<'file' | 'line' | 'column' | 'pixel' | 'byte' | 'part', string>>>;

/** What is told of an error or a warning. It crosses to and from workers as it is. */
export interface Told {
  readonly code: string;
  readonly where: Where;
  readonly values: readonly string[];
  /** What the engine says of it in English, without where. */
  readonly message: string;
}

/** An error with what is told of it. */
export class Coded extends Error {
  constructor(readonly told: Told) {
    const { code, where, values, message } = told;
    super([...Object.values(where), message || code, ...values].join(' '));
  }
}

/** An error of the page, for whose code it has words in every language. */
export const coded = (code: string, ...values: readonly (string | number)[]): Coded =>
  codedAt({}, code, ...values);

export const codedAt = (where: Where, code: string, ...values: readonly (string | number)[]): Coded =>
  new Coded({ code, where, values: values.map(String), message: '' });

/** What is told of any error; those of browsers have nothing but words. */
export function toldBy(error: unknown): Told {
  if (error instanceof Coded) return error.told;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'other', where: {}, values: [], message };
}

/** What the engine tells in lines: the kind of fact, a tab, and what it is. */
export function toldIn(lines: readonly string[]): Told {
  const facts: Record<string, string> = {};
  const values: string[] = [];
  for (const line of lines) {
    const [kind, what = ''] = line.split('\t');
    if (kind === 'value') values.push(what);
    else if (kind) facts[kind] = what;
  }
  const { code = 'other', message = '', ...where } = facts;
  return { code, where, values, message };
}
