import { expect, test } from 'vitest';
import { testStorage } from '#testing/database';
import { chatMigrations, type ChatTables } from '../tables.ts';
import { newMemberRow, newRoomRow } from './lockedRoom.ts';
import type { RoomInfo } from './room.ts';
import { ChatRoomViewStore } from './roomViewStore.ts';

test('many users see the same number of members and the same read receipts of a room as each of them alone', async () => {
  const storage = await testStorage<ChatTables>(chatMigrations);
  const store = new ChatRoomViewStore(storage);
  const add = async (
    id: string,
    kind: RoomInfo['kind'],
    reads: Readonly<Record<string, number>>,
    formerMembers: readonly string[] = [],
  ) => {
    await storage.db
      .insertInto('chatRoom')
      .values(newRoomRow({ info: { id, mode: 'LIVE', kind, place: {} }, now: 0 }))
      .execute();
    const rows = Object.entries(reads).map(([userId, sharedReadSeq]) => ({
      ...newMemberRow({ roomId: id, userId, now: 0, member: formerMembers.includes(userId) ? 0 : 1 }),
      sharedReadSeq,
    }));
    await storage.db.insertInto('chatMember').values(rows).execute();
  };
  await add('group', 'group', { ada: 3, bo: 4, cy: 4, di: 1 }, ['di']);
  await add('equal', 'privateGroup', { ada: 2, bo: 2, cy: 9 });
  await add('alone', 'group', { ada: 5 });
  await add('private', 'private', { ada: 7, bo: 6 });
  await add('venue', 'global', { ada: 0, bo: 0 }, ['ada', 'bo']);
  const users = ['ada', 'bo', 'cy'];
  const rooms = ['group', 'equal', 'alone', 'private', 'venue'];
  const seenBy = async (userIds: readonly string[]) =>
    (await store.ofRooms('LIVE', userIds, rooms, 0)).map(
      ({ id, userId, memberCount, othersReadSeq }) => [id, userId, memberCount, othersReadSeq] as const,
    );
  const inOrder = (seen: Awaited<ReturnType<typeof seenBy>>) => seen.map((row) => row.join(' ')).toSorted();
  const expected = [
    ['group', 'ada', 3, 4],
    ['group', 'bo', 3, 3],
    ['group', 'cy', 3, 3],
    ['equal', 'ada', 3, 2],
    ['equal', 'bo', 3, 2],
    ['equal', 'cy', 3, 2],
    ['alone', 'ada', 1, null],
    ['private', 'ada', null, 6],
    ['private', 'bo', null, 7],
    ['venue', 'ada', null, null],
    ['venue', 'bo', null, null],
  ] as const;
  expect(inOrder(await seenBy(users))).toEqual(inOrder([...expected]));
  for (const user of users)
    expect(inOrder(await seenBy([user]))).toEqual(inOrder(expected.filter(([, userId]) => userId === user)));
});
