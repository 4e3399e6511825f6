/** Naming somebody while one writes: what was begun before the caret, and what is put in its place. Pure. */
import type { ChatPerson } from '@foyer/contract';
import { foldText } from '../people/foldText.ts';

export interface MentionQuery {
  /** Where the `@` stands. */
  readonly from: number;
  readonly typed: string;
}

const maxQueryLength = 30;

/** The name that is being typed at the caret. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const before = text.slice(Math.max(0, caret - maxQueryLength - 1), caret);
  const match = /(?:^|\s)@([^@\n]*)$/u.exec(before);
  if (!match) return undefined;
  const typed = match[1] ?? '';
  // A word that has ended is no question; and after three of them nobody is meant any more.
  const isOver = /\s$/u.test(typed) || typed.split(' ').length > 3;
  return isOver ? undefined : { from: caret - typed.length - 1, typed };
}

/** Who fits what was typed: those whose name or one of its words begins with it. */
export function matchingPeople(
  people: readonly ChatPerson[],
  typed: string,
  most = 6,
): readonly ChatPerson[] {
  const wanted = foldText(typed.trim());
  return people
    .filter(({ name }) => name !== undefined && ` ${foldText(name)}`.includes(` ${wanted}`))
    .slice(0, most);
}

export function insertMention(
  text: string,
  { from, typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const put = `@${name} `;
  const after = text.slice(from + 1 + typed.length).replace(/^ /, '');
  return { text: text.slice(0, from) + put + after, caret: from + put.length };
}

/** Those of the people named whose name still stands in the text. */
export const mentionedIds = (text: string, named: readonly ChatPerson[]): string[] => [
  ...new Set(named.filter(({ name }) => name && text.includes(`@${name}`)).map(({ uid }) => uid)),
];
