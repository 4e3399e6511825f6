/** Locates the errors of a JSON text: syntax, duplicate and dangerous keys, too many levels. */
import { printParseErrorCode, visit, type JSONPath, type JSONVisitor } from 'jsonc-parser';
import { venueFileDepth } from '@foyer/contract';
import { ErrorList, type TextPosition } from './errorList.ts';

/** Keys that can change an object's prototype. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const strictJson = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;

const syntaxReasons: Partial<Record<string, string>> = {
  InvalidSymbol: 'is not JSON (an unknown word)',
  InvalidNumberFormat: 'is not a JSON number',
  PropertyNameExpected: 'a key in double quotes is expected here, or there is a comma too many',
  ValueExpected: 'a value is expected here, or there is a comma too many',
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

/** Stops the visit: further errors would be guesses, and the visitor would recurse as deep as the file. */
class StopVisit extends Error {}

/** Visits a text and collects its errors; with `envelopeKey`, positions and paths count from that key's value. */
class ErrorFinder {
  errors = new ErrorList();
  private readonly maxDepth: number;
  private readonly envelopeKey: string | undefined;
  private readonly keysOfOpenObjects: Set<string>[] = [];
  private path: JSONPath = [];
  private depth = 0;
  private origin: TextPosition = { line: 0, column: 0 };

  constructor(maxDepth: number, envelopeKey: string | undefined) {
    this.maxDepth = maxDepth;
    this.envelopeKey = envelopeKey;
  }

  // The visitor passes offset, length, line, column and path; lines and columns count from 0.
  readonly visitor: JSONVisitor = {
    onObjectBegin: (...[, , line, column, path]) => {
      this.enterLevel(path(), { line, column });
      this.keysOfOpenObjects.push(new Set());
    },
    onArrayBegin: (...[, , line, column, path]) => this.enterLevel(path(), { line, column }),
    onObjectProperty: (...[key, , , line, column, parent]) => {
      this.path = [...parent(), key];
      this.checkKey(key, { line, column });
    },
    onSeparator: (...[character, , , line, column]) => {
      // Lines and columns of the venue count from the character after the colon.
      if (character === ':' && this.depth === 1 && this.path[0] === this.envelopeKey)
        this.origin = { line, column: column + 1 };
    },
    onObjectEnd: () => {
      this.depth -= 1;
      this.keysOfOpenObjects.pop();
    },
    onArrayEnd: () => {
      this.depth -= 1;
    },
    onError: (...[code, , , line, column]) => {
      const name = printParseErrorCode(code);
      // A syntax error is reported alone: errors found before may be consequences of it.
      this.errors = new ErrorList();
      this.add(this.path, syntaxReasons[name] ?? name, { line, column });
      throw new StopVisit();
    },
  };

  private enterLevel(path: JSONPath, at: TextPosition): void {
    this.path = path;
    this.depth += 1;
    if (this.depth <= this.maxDepth) return;
    this.add(path.slice(0, 8), `is nested more than ${venueFileDepth} levels deep`, at);
    throw new StopVisit();
  }

  private checkKey(key: string, at: TextPosition): void {
    const keys = this.keysOfOpenObjects.at(-1);
    if (forbiddenKeys.has(key)) this.add(this.path, 'is a key that is not allowed', at);
    else if (keys?.has(key)) this.add(this.path, 'is a duplicate key', at);
    keys?.add(key);
  }

  private add(path: JSONPath, reason: string, { line, column }: TextPosition): void {
    const inside = this.envelopeKey !== undefined && path[0] === this.envelopeKey ? path.slice(1) : path;
    const { line: firstLine, column: firstColumn } = this.origin;
    const fromColumn = line === firstLine ? column - firstColumn : column;
    this.errors.add(inside, reason, { line: line - firstLine + 1, column: fromColumn + 1 });
  }
}

/**
 * The errors of a text, each with line and column from 1; none if the text is strict JSON without forbidden keys. A syntax
 * error is reported alone.
 */
export function locateErrors(text: string, maxDepth: number, envelopeKey: string | undefined): ErrorList {
  const finder = new ErrorFinder(maxDepth, envelopeKey);
  try {
    visit(text, finder.visitor, strictJson);
  } catch (stop) {
    if (!(stop instanceof StopVisit)) throw stop;
  }
  return finder.errors;
}
