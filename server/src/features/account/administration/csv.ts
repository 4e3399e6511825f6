/** Reads lists as spreadsheets write them: commas or semicolons, quoted fields, a byte order mark, any line end. */

export interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** What is wrong with its quotes, if anything is. */
  readonly fault?: string;
}

/** Rows in order, without empty ones; read as they are asked for. The separator is the one that stands in the first line. */
export function* csvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\u{FEFF}') ? 1 : 0;
  const separator = separatorOf(text.slice(at, endOfLine(text, at)));
  let line = 1;
  while (at < text.length) {
    const { fields, end, fault } = rowAt(text, at, separator);
    if (fields.some((field) => field !== '') || fault !== undefined)
      yield { line, fields, ...(fault === undefined ? {} : { fault }) };
    line += linesIn(text, at, end);
    at = end;
  }
}

function separatorOf(head: string): string {
  const [best = ','] = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length);
  return best;
}

const endOfLine = (text: string, from: number): number => {
  const found = /[\r\n]/.exec(text.slice(from, from + 100_000));
  return found === null ? text.length : from + found.index;
};

function rowAt(
  text: string,
  from: number,
  separator: string,
): { fields: string[]; end: number; fault?: string } {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    const field = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at, separator);
    fields.push(field.value.trim());
    at = field.end;
    if (field.fault !== undefined) return { fields, end: afterLine(text, at), fault: field.fault };
    const next = text[at];
    if (next === separator) at += 1;
    else if (next === undefined || next === '\n' || next === '\r')
      return { fields, end: afterLine(text, at) };
    else
      return {
        fields,
        end: afterLine(text, at),
        fault: 'has something between a closing quote and the next field',
      };
  }
}

interface Field {
  readonly value: string;
  /** The first character behind it. */
  readonly end: number;
  readonly fault?: string;
}

function plainAt(text: string, from: number, separator: string): Field {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(from, end), end };
}

function quotedAt(text: string, from: number): Field {
  let value = '';
  let start = from + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return { value: '', end: text.length, fault: 'opens a quote that is not closed' };
    value += text.slice(start, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    start = quote + 2;
  }
}

/** Where the next line begins. */
function afterLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return Math.min(at + 1, text.length);
}

function linesIn(text: string, from: number, end: number): number {
  let lines = 0;
  for (let at = from; at < end; at += 1)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines += 1;
  return lines;
}
