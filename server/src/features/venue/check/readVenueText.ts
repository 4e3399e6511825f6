/** Parses the text of a venue file; errors of the text have line and column. */
import { venueFileDepth } from '@foyer/contract';
import type { ErrorList } from './errorList.ts';
import { forbiddenKeys, locateErrors } from './locateErrors.ts';

export type VenueTextResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly errors: ErrorList };

/**
 * Reads strict JSON without duplicate or dangerous keys, at most `venueFileDepth` levels deep.
 * @param envelopeKey if the venue is the value of this key of the outermost object, positions and paths count from there
 */
export function readVenueText(text: string, envelopeKey?: string): VenueTextResult {
  // JSON.parse is fast and decides; the visitor, sixteen times slower, only locates the errors.
  let value: unknown;
  let syntaxError = '';
  try {
    value = JSON.parse(text);
  } catch (cause) {
    syntaxError = cause instanceof Error ? cause.message : 'is not JSON';
  }
  const maxDepth = venueFileDepth + (envelopeKey === undefined ? 0 : 1);
  if (syntaxError === '' && hasSafeStructure(text, maxDepth)) return { ok: true, value };
  const errors = locateErrors(text, maxDepth, envelopeKey);
  if (errors.total === 0)
    errors.add([], syntaxError === '' ? 'is not a venue file' : syntaxError, { line: 1, column: 1 });
  return { ok: false, errors };
}

const quote = 34;
const backslash = 92;
const openBrace = 123;
const closeBrace = 125;
const openBracket = 91;
const closeBracket = 93;
const colon = 58;

/** Whether valid JSON has no duplicate key, no forbidden key and at most `maxDepth` levels. */
function hasSafeStructure(text: string, maxDepth: number): boolean {
  /** The open brackets around the current position: the keys so far of an object, undefined for an array. */
  const openLevels: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at + 1);
        lastString = text.slice(at, end + 1);
        at = end;
        break;
      }
      case colon: {
        // In valid JSON a colon outside a string follows a key.
        const key = lastString.includes('\\') ? (JSON.parse(lastString) as string) : lastString.slice(1, -1);
        const keys = openLevels.at(-1);
        if (forbiddenKeys.has(key) || keys?.has(key)) return false;
        keys?.add(key);
        break;
      }
      case openBrace:
      case openBracket:
        openLevels.push(text.charCodeAt(at) === openBrace ? new Set() : undefined);
        if (openLevels.length > maxDepth) return false;
        break;
      case closeBrace:
      case closeBracket:
        openLevels.pop();
        break;
      default:
    }
  }
  return true;
}

function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}
