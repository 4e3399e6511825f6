/** Where the faults of a JSON text stand: syntax, duplicate and dangerous keys, too many levels. */
import { printParseErrorCode, visit, type JSONPath, type JSONVisitor } from 'jsonc-parser';
import { venueFileDepth } from '@foyer/contract';
import { FaultList, type Place } from './faultList.ts';

/** Keys that reach an object's prototype in careless code. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const strictJson = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;

const syntaxReasons: Partial<Record<string, string>> = {
  InvalidSymbol: 'is not JSON here (an unknown word)',
  InvalidNumberFormat: 'is not a number as JSON writes it',
  PropertyNameExpected: 'a key in double quotes is expected here (or a comma too many)',
  ValueExpected: 'a value is expected here (or a comma too many)',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing brace } is expected here',
  CloseBracketExpected: 'a closing bracket ] is expected here',
  EndOfFileExpected: 'the end of the file is expected here',
  InvalidCommentToken: 'comments are not allowed in JSON',
  UnexpectedEndOfComment: 'comments are not allowed in JSON',
  UnexpectedEndOfString: 'the text is not closed by a double quote',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'is not a Unicode escape (\\u and four hexadecimal digits)',
  InvalidEscapeCharacter: 'is not an escape of JSON',
  InvalidCharacter: 'is a character that JSON does not allow here',
};

/** Ends a visit: what comes after is a guess, and the visitor itself would recurse as deep as the file goes. */
class Enough extends Error {}

/** Visits a text and gathers its faults; with `envelopeKey`, places and paths count from that key's value. */
class FaultFinder {
  faults = new FaultList();
  readonly #deepest: number;
  readonly #envelopeKey: string | undefined;
  readonly #keysOfOpen: Set<string>[] = [];
  #path: JSONPath = [];
  #depth = 0;
  #origin: Place = { line: 0, column: 0 };

  constructor(deepest: number, envelopeKey: string | undefined) {
    this.#deepest = deepest;
    this.#envelopeKey = envelopeKey;
  }

  // The visitor passes offset, length, line, column and path; lines and columns from 0.
  readonly visitor: JSONVisitor = {
    onObjectBegin: (...[, , line, column, path]) => {
      this.#enter(path(), { line, column });
      this.#keysOfOpen.push(new Set());
    },
    onArrayBegin: (...[, , line, column, path]) => this.#enter(path(), { line, column }),
    onObjectProperty: (...[key, , , line, column, parent]) => {
      this.#path = [...parent(), key];
      this.#checkKey(key, { line, column });
    },
    onSeparator: (...[character, , , line, column]) => {
      // A venue spliced in behind the colon keeps the lines and columns of its own file.
      if (character === ':' && this.#depth === 1 && this.#path[0] === this.#envelopeKey)
        this.#origin = { line, column: column + 1 };
    },
    onObjectEnd: () => {
      this.#depth -= 1;
      this.#keysOfOpen.pop();
    },
    onArrayEnd: () => {
      this.#depth -= 1;
    },
    onError: (...[code, , , line, column]) => {
      const name = printParseErrorCode(code);
      // A text that breaks off or is no JSON has one fault: whatever else was found may be a consequence of it.
      this.faults = new FaultList();
      this.#add(this.#path, syntaxReasons[name] ?? name, { line, column });
      throw new Enough();
    },
  };

  #enter(path: JSONPath, at: Place): void {
    this.#path = path;
    this.#depth += 1;
    if (this.#depth <= this.#deepest) return;
    this.#add(path.slice(0, 8), `is nested more than ${venueFileDepth} levels deep`, at);
    throw new Enough();
  }

  #checkKey(key: string, at: Place): void {
    const keys = this.#keysOfOpen.at(-1);
    if (forbiddenKeys.has(key)) this.#add(this.#path, 'is a key that is not allowed', at);
    else if (keys?.has(key)) this.#add(this.#path, 'stands here a second time', at);
    keys?.add(key);
  }

  #add(path: JSONPath, reason: string, { line, column }: Place): void {
    const inside = this.#envelopeKey !== undefined && path[0] === this.#envelopeKey ? path.slice(1) : path;
    const { line: firstLine, column: firstColumn } = this.#origin;
    const fromColumn = line === firstLine ? column - firstColumn : column;
    this.faults.add(inside, reason, { line: line - firstLine + 1, column: fromColumn + 1 });
  }
}

/**
 * The faults of a text, each with line and column from 1; none where the text is strict JSON without bad keys. A fault of
 * the syntax stands alone.
 */
export function locateFaults(text: string, deepest: number, envelopeKey: string | undefined): FaultList {
  const finder = new FaultFinder(deepest, envelopeKey);
  try {
    visit(text, finder.visitor, strictJson);
  } catch (stop) {
    if (!(stop instanceof Enough)) throw stop;
  }
  return finder.faults;
}
