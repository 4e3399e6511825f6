/** Texts as people send them, made fit to be kept. Nothing in them is ever markup. */
import { chatTextLength, fieldLength } from '@foyer/contract/limits';
import { Refusal } from '#platform/refusal';

/** What nobody sees: spaces of all kinds, joiners, marks of direction, fillers. */
const unseen = String.raw`[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]`;
const onlyUnseen = new RegExp(`^${unseen}*$`, 'u');

/** Whether there is nothing to be seen of a text. */
const isBlank = (text: string): boolean => onlyUnseen.test(text);

const tooLong = (field: string, limit: number) =>
  new Refusal('valueTooLong', `The field ${field} is longer than ${limit} characters.`, {
    details: { field, limit },
  });

/** Half of a character that takes two becomes U+FFFD: neither engine keeps one. */
export function tidyText(given: string, { mayBeBlank }: { mayBeBlank: boolean }): string {
  const text = given.toWellFormed().trim();
  if (text.length > chatTextLength) throw tooLong('text', chatTextLength);
  if (!isBlank(text)) return text;
  if (mayBeBlank) return '';
  throw new Refusal('invalidInput', 'The field text is empty.', { details: { field: 'text' } });
}

export function tidyRoomName(given: string): string {
  const name = given.toWellFormed().replaceAll(/\s+/g, ' ').trim();
  if (name.length > fieldLength) throw tooLong('name', fieldLength);
  if (!isBlank(name)) return name;
  throw new Refusal('invalidInput', 'The field name does not fit: enter a channel name.', {
    details: { field: 'name' },
  });
}
