/** Rows as they go over the wire. */
import { chatNotice, chatUpload, type ChatMessage, type ChatNotice } from '@foyer/contract';
import { chatTextLength, fieldLength } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import { Refusal } from '#platform/refusal';
import { fromJson } from '#platform/storage/columns';
import type { ChatMessageRow } from '../tables.ts';

const uids = z.array(z.string());

export const mentionsOf = (json: string | null): string[] =>
  json === null ? [] : uids.parse(fromJson(json));

export function messageOf(row: ChatMessageRow): ChatMessage {
  const { seq, changeSeq, clientId, authorId, at, text, replyTo, mentions, upload, notice, editedAt } = row;
  return {
    seq,
    ...(changeSeq === null ? {} : { changeSeq }),
    clientId,
    authorId,
    at,
    text,
    ...(replyTo === null ? {} : { replyTo }),
    ...(mentions === null ? {} : { mentions: mentionsOf(mentions) }),
    ...(upload === null ? {} : { upload: chatUpload.parse(fromJson(upload)) }),
    ...(notice === null ? {} : { notice: chatNotice.parse(fromJson(notice)) }),
    ...(editedAt === null ? {} : { editedAt }),
    ...(row.deleted === null ? {} : { deleted: row.deleted === 'author' ? 'author' : 'host' }),
  };
}

/** Its number in the room: that of its last change. */
export const numberOf = ({ seq, changeSeq }: Pick<ChatMessage, 'seq' | 'changeSeq'>): number =>
  changeSeq ?? seq;

/** Everybody who is to be known for a message to be shown. */
export const peopleIn = (message: {
  readonly authorId: string;
  readonly mentions?: readonly string[] | undefined;
  readonly notice?: ChatNotice | undefined;
}): string[] => [message.authorId, ...(message.mentions ?? []), ...(message.notice?.uids ?? [])];

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
