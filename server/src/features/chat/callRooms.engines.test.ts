import { expect, test } from 'vitest';
import { testStorage } from '#testing/database';
import { ChatCallRooms, type ChatCallRoomsDeps } from './callRooms.ts';
import { privateRoomId, type RoomInfo } from './rooms/room.ts';
import { ChatRoomStore } from './rooms/roomStore.ts';
import { chatMigrations, type ChatMessageRow, type ChatTables } from './tables.ts';

test('CHAT-12ay the notice of a call is posted once, also if it was stored by an attempt that failed', async () => {
  const roomStore = new ChatRoomStore(await testStorage<ChatTables>(chatMigrations));
  const id = privateRoomId('LIVE', 'ada', 'bo');
  const room: RoomInfo = { id, mode: 'LIVE', kind: 'private', place: {} };
  await roomStore.createPrivate(room, ['ada', 'bo'], 1);
  const published: ChatMessageRow[] = [];
  const callRooms = new ChatCallRooms({
    roomStore,
    delivery: {
      publish: async (_info: RoomInfo, row: ChatMessageRow) => {
        published.push(row);
        if (published.length === 1) throw new Error('The database does not respond.');
      },
    },
    clock: () => 2,
  } as unknown as ChatCallRoomsDeps);
  const notice = { id: 'n1', authorId: 'ada', notice: { kind: 'callMissed' } } as const;
  await expect(callRooms.postNotice(id, notice)).rejects.toThrow('does not respond');
  await callRooms.postNotice(id, notice);
  const [first] = published;
  expect(first).toMatchObject({ seq: 1, authorId: 'ada', notice: '{"kind":"callMissed"}' });
  expect(published).toEqual([first, first]);
  expect(await roomStore.lastSeq(id)).toBe(1);
  // Another call is missed.
  await callRooms.postNotice(id, { ...notice, id: 'n2' });
  expect(await roomStore.lastSeq(id)).toBe(2);
});
