import pg from 'pg';

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond 2^53`);
  return value;
};
const asBuffer = pg.types.getTypeParser(pg.types.builtins.BYTEA) as (text: string) => Buffer;
const plainBytes = (text: string): Uint8Array => new Uint8Array(asBuffer(text));
const unchanged = (text: string): string => text;

/** Makes rows the same as on SQLite: numbers as numbers, booleans as 0 and 1, JSON as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => (text === 't' ? 1 : 0)], // bool
  [17, plainBytes], // bytea
  [20, wholeNumber], // int8
  [1700, wholeNumber], // numeric, as sum() of int8 gives
  [114, unchanged], // json
  [3802, unchanged], // jsonb
]);

export const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};
