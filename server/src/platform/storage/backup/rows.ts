/** Rows as lines of JSON, the same on both engines: columns sorted by name, bytes as base64. */
import type { Readable } from 'node:stream';

export type RowValue = string | number | null | Uint8Array;
export type Row = Record<string, RowValue>;

interface Bytes {
  readonly $bytes: string;
}

export const toLine = (row: Row, columns: readonly string[]): string => {
  const ordered: Record<string, unknown> = {};
  for (const column of columns) {
    const value = row[column] ?? null;
    ordered[column] = value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString('base64') } : value;
  }
  return `${JSON.stringify(ordered)}\n`;
};

export const parseLine = (line: string): Row => {
  const row: Row = {};
  for (const [column, value] of Object.entries(
    JSON.parse(line) as Record<string, Exclude<RowValue, Uint8Array> | Bytes>,
  ))
    row[column] = typeof value === 'object' && value !== null ? Buffer.from(value.$bytes, 'base64') : value;
  return row;
};

/** Reads lines that end with LF. `readline` also splits at U+2028, which JSON strings may contain. */
export const readLines = async function* (lines: Readable): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of lines as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString();
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
  const last = Buffer.concat(rest).toString();
  if (last !== '') yield last;
};
