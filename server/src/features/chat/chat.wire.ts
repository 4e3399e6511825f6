/** Rows as they go over the wire. */
import { chatNotice, chatUpload, type ChatMessage, type ChatNotice } from '@foyer/contract';
import * as z from 'zod/mini';
import { fromJson } from '#platform/storage/columns';
import type { ChatMessageRow } from './chat.tables.ts';

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
