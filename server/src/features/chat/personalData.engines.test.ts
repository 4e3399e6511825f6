import { deleteAccount, deleteChatMessage, getChatMessages } from '@foyer/contract';
import { expect, test } from 'vitest';
import { testPassword } from '#testing/testUsers';
import { ChatMessageStore } from './messages/messageStore.ts';
import {
  type Attendee,
  createAttendee,
  createAttendees,
  insertTexts,
  openRoom,
  startChat,
} from './testing/chatVenue.ts';
import type { Foyer } from '#testing/foyer';

const deleteAccountOf = (foyer: Foyer, { user }: Attendee) =>
  foyer.must(deleteAccount, { body: { email: user.email, currentPassword: testPassword } }, { as: user });

test('deleting an account deletes its messages in all rooms, each deletion with the next sequence number', async () => {
  const foyer = await startChat();
  const [ada, bo, cy] = await createAttendees(foyer, 'Ada', 'Bo', 'Cy');
  const { id: otherId } = await openRoom(cy.tab, { with: ada.id });
  const { id: privateId } = await openRoom(bo.tab, { with: ada.id });
  const texts = Array.from({ length: 250 }, (_, no) => `no. ${no}`);
  for (const roomId of [otherId, privateId]) await insertTexts(foyer, roomId, ada.id, texts);
  await deleteAccountOf(foyer, ada);
  const { db } = foyer.running.storage;
  const rows = await db
    .selectFrom('chatMessage')
    .select(['text', 'deletedBy', 'updatedSeq'])
    .where('roomId', '=', privateId)
    .orderBy('seq')
    .execute();
  expect(rows).toEqual(texts.map((_, index) => ({ text: '', deletedBy: 'author', updatedSeq: 251 + index })));
  const { throughSeq } = await bo.tab.must(getChatMessages, { roomId: privateId });
  expect(throughSeq).toBe(500);
});

test('a message that a host deletes while its author deletes the account stays deleted by the host', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(host.tab, { global: true });
  await insertTexts(foyer, roomId, ada.id, ['Rude words', 'Good evening']);
  await host.tab.must(deleteChatMessage, { roomId, seq: 1 });
  // As if both messages had been read before.
  const store = new ChatMessageStore(foyer.running.storage);
  const deleted = await store.deleteAll(roomId, [1, 2]);
  expect(deleted.map(({ seq, updatedSeq }) => [seq, updatedSeq])).toEqual([[2, 4]]);
  expect(await store.deleteAll(roomId, [1, 2])).toEqual([]);
  const { messages, throughSeq } = await host.tab.must(getChatMessages, { roomId });
  expect([messages.map(({ deletedBy }) => deletedBy), throughSeq]).toEqual([['host', 'author'], 4]);
});

test('an account is deleted although messages of it are in a room that does not exist', async () => {
  const foyer = await startChat();
  const [ada] = await createAttendees(foyer, 'Ada');
  const roomId = 'no-such-room';
  await insertTexts(foyer, roomId, ada.id, ['Lost', 'Forgotten']);
  const { db } = foyer.running.storage;
  await db.insertInto('chatMention').values({ userId: 'bo', roomId, seq: 1 }).execute();
  const file = {
    sha256: 'ab',
    name: 'a.pdf',
    mediaType: 'application/pdf',
    bytes: 9,
    width: null,
    height: null,
  };
  await db
    .insertInto('chatUpload')
    .values({
      ...file,
      id: 'u1',
      mode: 'LIVE',
      roomId,
      userId: ada.id,
      ready: 1,
      seq: 2,
      storedAt: foyer.now,
    })
    .execute();
  await deleteAccountOf(foyer, ada);
  for (const table of ['chatMessage', 'chatMention', 'chatUpload'] as const)
    expect(await db.selectFrom(table).selectAll().where('roomId', '=', roomId).execute(), table).toEqual([]);
});
