/** What a message contains: conversion of rows, and checks of texts. Texts are plain text, never markup. */
import { chatNotice, chatUpload, type ChatMessage, type ChatNotice } from '@foyer/contract';
import { chatTextLength, fieldLength } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import { ApiError } from '#platform/apiError';
import { fromJson, oneOf } from '#platform/storage/columns';
import type { ChatMessageRow } from '../tables.ts';

const userIds = z.array(z.string());

export const messageNotFound = (): ApiError => new ApiError('notFound', 'Message not found.');

export function toChatMessage(row: Omit<ChatMessageRow, 'roomId'>): ChatMessage {
  const { seq, updatedSeq, notice, editedAt } = row;
  return {
    seq,
    ...(updatedSeq === null ? {} : { updatedSeq }),
    ...contentOf(row),
    ...(notice === null ? {} : { notice: chatNotice.parse(fromJson(notice)) }),
    ...(editedAt === null ? {} : { editedAt }),
    ...(row.deletedBy === null ? {} : { deletedBy: oneOf(['author', 'host'], row.deletedBy) }),
  };
}

/** What messages and held posts have in common. */
export const contentOf = ({
  clientId,
  authorId,
  at,
  text,
  replyTo,
  mentions,
  upload,
}: Pick<ChatMessageRow, 'clientId' | 'authorId' | 'at' | 'text' | 'replyTo' | 'mentions' | 'upload'>) => ({
  clientId,
  authorId,
  at,
  text,
  ...(replyTo === null ? {} : { replyTo }),
  ...(mentions === null ? {} : { mentions: userIds.parse(fromJson(mentions)) }),
  ...(upload === null ? {} : { upload: chatUpload.parse(fromJson(upload)) }),
});

/** The ids of all users that a client needs to know to show a message. */
export const userIdsIn = (message: {
  readonly authorId: string;
  readonly mentions?: readonly string[] | undefined;
  readonly notice?: ChatNotice | undefined;
}): string[] => [message.authorId, ...(message.mentions ?? []), ...(message.notice?.uids ?? [])];

/** All kinds of spaces, joiners, directional marks and fillers. */
const invisible = String.raw`[\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]`;
const onlyInvisible = new RegExp(`^${invisible}*$`, 'u');

const isBlank = (text: string): boolean => onlyInvisible.test(text);

export const fieldTooLong = (field: string, limit: number): ApiError =>
  new ApiError('valueTooLong', `The field ${field} is longer than ${limit} characters.`, {
    details: { field, limit },
  });

/**
 * Trims the text of a message. Lone surrogates become U+FFFD, because no database engine stores them.
 * @throws ApiError `valueTooLong`, `invalidInput` if the text is blank
 */
export function normalizeText(input: string, { mayBeBlank }: { mayBeBlank: boolean }): string {
  const text = input.toWellFormed().trim();
  if (text.length > chatTextLength) throw fieldTooLong('text', chatTextLength);
  if (!isBlank(text)) return text;
  if (mayBeBlank) return '';
  throw new ApiError('invalidInput', 'The field text is empty.', { details: { field: 'text' } });
}

/** @throws ApiError `valueTooLong`, `invalidInput` if the name is blank */
export function normalizeRoomName(input: string): string {
  const name = input.toWellFormed().replaceAll(/\s+/g, ' ').trim();
  if (name.length > fieldLength) throw fieldTooLong('name', fieldLength);
  if (!isBlank(name)) return name;
  throw new ApiError('invalidInput', 'The field name is invalid: enter a group name.', {
    details: { field: 'name' },
  });
}
