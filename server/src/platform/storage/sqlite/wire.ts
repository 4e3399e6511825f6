/**
 * How requests and answers travel between threads: as one flat list of plain values, which the structured clone copies
 * in a third of the time that nested objects take. The text of a statement travels once and has a number from then on.
 */
import type { SqliteError } from '#platform/storage/faults';
import type { Parameter } from '#platform/storage/parameters';
import type {
  Answer,
  ReaderRequest,
  Statement,
  StatementResult,
  WriterRequest,
} from '#platform/storage/sqlite/protocol';

/** Texts beyond these travel with each use: statements of every length that bulk writes make. */
const NUMBERED_TEXTS = 500;

/** What an entry of a list is. */
const UNIT = 0;
const TEXT = 1;
const OTHER = 2;
const FAILED = -1;
const NOT_COUNTED = -1;

type Request = WriterRequest | ReaderRequest;

export class RequestEncoder {
  readonly #numbers = new Map<string, number>();

  encode(requests: readonly Request[]): unknown[] {
    const list: unknown[] = [];
    for (const request of requests) {
      if (request.kind === 'unit') this.#unit(list, request.id, request.statements);
      else list.push(OTHER, request);
    }
    return list;
  }

  #unit(list: unknown[], id: number, statements: readonly Statement[]): void {
    // A text that is new has to stand before the unit that uses it.
    for (const { sql } of statements) this.#introduce(list, sql);
    list.push(UNIT, id, statements.length);
    for (const { sql, parameters } of statements) {
      list.push(this.#numbers.get(sql) ?? sql, parameters.length);
      for (const parameter of parameters) list.push(parameter);
    }
  }

  #introduce(list: unknown[], sql: string): void {
    if (this.#numbers.has(sql) || this.#numbers.size >= NUMBERED_TEXTS) return;
    this.#numbers.set(sql, this.#numbers.size);
    list.push(TEXT, sql);
  }
}

export class RequestDecoder {
  readonly #texts: string[] = [];

  decode<R extends Request>(list: readonly unknown[]): R[] {
    const requests: Request[] = [];
    let at = 0;
    while (at < list.length) {
      const kind = list[at++];
      if (kind === TEXT) this.#texts.push(list[at++] as string);
      else if (kind === OTHER) requests.push(list[at++] as Request);
      else {
        const id = list[at++] as number;
        const statements: Statement[] = [];
        for (let left = list[at++] as number; left > 0; left--) {
          const text = list[at++] as number | string;
          const end = at + 1 + (list[at] as number);
          const parameters = list.slice(at + 1, end) as Parameter[];
          statements.push({ sql: typeof text === 'number' ? (this.#texts[text] ?? '') : text, parameters });
          at = end;
        }
        requests.push({ id, kind: 'unit', statements });
      }
    }
    return requests as R[];
  }
}

export const encodeAnswers = (answers: readonly Answer[]): unknown[] => {
  const list: unknown[] = [];
  for (const { id, results = [], error } of answers) {
    if (error !== undefined) {
      list.push(id, FAILED, error);
      continue;
    }
    list.push(id, results.length);
    for (const { rows, changes } of results) list.push(changes ?? NOT_COUNTED, rows.length === 0 ? 0 : rows);
  }
  return list;
};

export const decodeAnswers = (list: readonly unknown[]): Answer[] => {
  const answers: Answer[] = [];
  let at = 0;
  while (at < list.length) {
    const id = list[at++] as number;
    const count = list[at++] as number;
    if (count === FAILED) {
      answers.push({ id, error: list[at++] as SqliteError });
      continue;
    }
    const results: StatementResult[] = [];
    for (let left = count; left > 0; left--) {
      const changes = list[at++] as number;
      const rows = list[at++] as unknown[] | 0;
      results.push({ rows: rows === 0 ? [] : rows, changes: changes === NOT_COUNTED ? undefined : changes });
    }
    answers.push({ id, results });
  }
  return answers;
};
