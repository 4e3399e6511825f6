/** Parses CSV as spreadsheets write it: commas, semicolons or tabs, quoted fields, a byte order mark, any line end. */

export interface CsvRow {
  /** The line where the row begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  /** The error of its quotes, if there is one. */
  readonly error?: string;
}

/** Yields the rows lazily, without empty ones. The separator is the most frequent one of the first line. */
export function* readCsvRows(text: string): Generator<CsvRow> {
  let at = text.startsWith('\u{FEFF}') ? 1 : 0;
  const separator = detectSeparator(text.slice(at, findLineEnd(text, at)));
  let line = 1;
  while (at < text.length) {
    const { fields, end, error } = readRow(text, at, separator);
    if (fields.some((field) => field !== '') || error !== undefined)
      yield { line, fields, ...(error === undefined ? {} : { error }) };
    line += countLines(text, at, end);
    at = end;
  }
}

function detectSeparator(head: string): string {
  const [best = ','] = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length);
  return best;
}

const findLineEnd = (text: string, from: number): number => {
  const found = /[\r\n]/.exec(text.slice(from, from + 100_000));
  return found === null ? text.length : from + found.index;
};

function readRow(
  text: string,
  from: number,
  separator: string,
): { fields: string[]; end: number; error?: string } {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    const field = text[at] === '"' ? readQuotedField(text, at) : readPlainField(text, at, separator);
    fields.push(field.value.trim());
    at = field.end;
    if (field.error !== undefined) return { fields, end: startOfNextLine(text, at), error: field.error };
    const next = text[at];
    if (next === separator) at += 1;
    else if (next === undefined || next === '\n' || next === '\r')
      return { fields, end: startOfNextLine(text, at) };
    else
      return {
        fields,
        end: startOfNextLine(text, at),
        error: 'has text between a closing quote and the next field',
      };
  }
}

interface Field {
  readonly value: string;
  /** Index of the first character after it. */
  readonly end: number;
  readonly error?: string;
}

function readPlainField(text: string, from: number, separator: string): Field {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(from, end), end };
}

function readQuotedField(text: string, from: number): Field {
  let value = '';
  let start = from + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return { value: '', end: text.length, error: 'has a quote that is not closed' };
    value += text.slice(start, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    start = quote + 2;
  }
}

/** Index of the start of the next line. */
function startOfNextLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return Math.min(at + 1, text.length);
}

function countLines(text: string, from: number, end: number): number {
  let lines = 0;
  for (let at = from; at < end; at += 1)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) lines += 1;
  return lines;
}
