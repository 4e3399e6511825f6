/** Mentions in the message field: finds the name being typed before the caret and replaces it. Pure functions. */
import type { ChatUser } from '@foyer/contract';
import { foldText } from '../../../platform/i18n/foldText.ts';

export interface MentionQuery {
  /** Index of the `@`. */
  readonly from: number;
  readonly typed: string;
}

const maxQueryLength = 30;

/** The name that is being typed before the caret; undefined if there is none. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const before = text.slice(Math.max(0, caret - maxQueryLength - 1), caret);
  const match = /(?:^|\s)@([^@\n]*)$/u.exec(before);
  if (!match) return undefined;
  const typed = match[1] ?? '';
  // A trailing space ends the name, and so do more than three words.
  const hasEnded = /\s$/u.test(typed) || typed.split(' ').length > 3;
  return hasEnded ? undefined : { from: caret - typed.length - 1, typed };
}

/** People whose name, or a word of it, starts with the typed text. */
export function matchingPeople(users: readonly ChatUser[], typed: string, limit = 6): readonly ChatUser[] {
  const wanted = foldText(typed.trim());
  return users
    .filter(({ name }) => name !== undefined && ` ${foldText(name)}`.includes(` ${wanted}`))
    .slice(0, limit);
}

/** What is inserted for a chosen person, and the part of the text that it replaces: the typed name. */
export function mentionReplacement(
  text: string,
  { from, typed }: MentionQuery,
  name: string,
): { from: number; to: number; inserted: string } {
  const end = from + 1 + typed.length;
  return { from, to: text[end] === ' ' ? end + 1 : end, inserted: `@${name} ` };
}

/** Ids of the mentioned people whose name is still in the text. */
export const mentionedIds = (text: string, named: readonly ChatUser[]): string[] => [
  ...new Set(named.filter(({ name }) => name && text.includes(`@${name}`)).map(({ uid }) => uid)),
];
