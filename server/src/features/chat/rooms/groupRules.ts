/** What holds in groups: how one comes to be a member, how many fit in, and who is refused. */
import { randomUUID } from 'node:crypto';
import type { ChatNotice } from '@foyer/contract';
import { chatGroupMembers } from '@foyer/contract/limits';
import { Refusal } from '#platform/refusal';
import type { Speaker } from '../actor.ts';
import type { ChatRecord } from '../moderation/moderationLog.ts';
import type { ChatMemberRow, ChatMessageRow } from '../tables.ts';
import { type LockedRoom, memberRow } from './lockedRoom.ts';
import { noRoom, type RoomFacts } from './room.ts';

export const noticeOf = (authorId: string, at: number, notice: ChatNotice) => ({
  clientId: `notice-${randomUUID()}`,
  authorId,
  at,
  text: '',
  notice,
});

/** Later members of a private group read from their joining on (CHAT-10). That others brought them in is unread. */
export const newMember = (
  facts: RoomFacts,
  userId: string,
  { roomId, seq, at, authorId }: ChatMessageRow,
): ChatMemberRow => ({
  ...memberRow({
    roomId,
    userId,
    now: at,
    member: 1,
    fromSeq: facts.kind === 'privateGroup' ? seq : 0,
    joinSeq: seq,
  }),
  readSeq: userId === authorId ? seq : seq - 1,
});

export const full = () =>
  new Refusal('conflict', `A group has ${chatGroupMembers} people at most.`, {
    details: { limit: chatGroupMembers },
  });

export function expectRoom(members: readonly ChatMemberRow[], more: number): void {
  if (members.filter(({ member }) => member === 1).length + more > chatGroupMembers) throw full();
}

export function expectMember(members: readonly ChatMemberRow[], uid: string): void {
  if (!members.some(({ userId, member }) => userId === uid && member === 1)) throw noRoom();
}

/** That a host has taken somebody out or let them back, in the transaction that does it. */
export async function noteDeed(
  record: ChatRecord,
  { trx, row }: LockedRoom,
  deed: { readonly kind: 'removed' | 'letBack'; readonly speaker: Speaker; readonly userId: string },
): Promise<void> {
  const { kind, speaker, userId } = deed;
  const { mode, uid: hostId } = speaker;
  await trx.executeQuery(record.entry(mode, { kind, hostId, personId: userId, roomId: row?.id ?? '' }));
}
