import { randomUUID } from 'node:crypto';
import {
  chatLikesChanged,
  closeChatRoom,
  commentIdOf,
  deleteAccount,
  deleteChatMessage,
  exportAccount,
  getChatChanges,
  getChatLikes,
  getChatMessages,
  getUserInfo,
  likeContent,
  listLikes,
  openMediaBoard,
  ping,
  removeChatMember,
  type Like,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer, testStart, type Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { connectTab, type Tab } from '#testing/tab';
import { testPassword } from '#testing/testUsers';
import { createAttendee, createAttendees, openRoom, send, type Attendee } from '../testing/chatVenue.ts';
import {
  board,
  newLike,
  places,
  publishWidgets,
  sendLike,
  sendUnlike,
  startDiscussions,
  wall,
  type LikedMessage,
  type Place,
} from '../testing/discussions.ts';

/** A server, and a message of the first attendee in the room of a place, which all have open. */
async function startWithMessage<N extends readonly string[]>(place: Place, ...names: N) {
  const foyer = await startDiscussions();
  const attendees = await createAttendees(foyer, ...names);
  const message = await postMessage(place, ...(attendees as readonly Attendee[]));
  return { foyer, attendees, message };
}

async function postMessage(place: Place, ...attendees: readonly Attendee[]): Promise<LikedMessage> {
  const [author] = attendees as [Attendee];
  const [room] = await Promise.all(attendees.map(({ tab }) => openRoom(tab, place)));
  const { seq } = await send(author.tab, room?.id ?? '', 'What a light');
  return { place, roomId: room?.id ?? '', seq };
}

const nextLikes = (tab: Tab, { seq }: LikedMessage, likes: number, changes = likes) =>
  tab.next(
    chatLikesChanged,
    ({ counts }) => counts[seq]?.likes === likes && counts[seq]?.changes === changes,
  );

const likesIn = async ({ tab }: Attendee, { roomId }: LikedMessage) =>
  (await tab.must(getChatMessages, { roomId })).likes;

const listOf = async (foyer: Foyer, { user }: Attendee) =>
  (await foyer.must(listLikes, { query: {} }, { as: user })).likes;

test.each(places)(
  'BOARD-08a WALL-02a a like of a message in a %s changes its count in every tab that has the room open',
  async (_kind, place) => {
    const { foyer, attendees, message } = await startWithMessage(place, 'Ada', 'Bo', 'Cy');
    const [ada, bo, cy] = attendees;
    const { roomId, seq } = message;
    await cy.tab.must(closeChatRoom, { roomId });
    expect((await sendLike(foyer, bo.user, message)).body).toEqual({ likes: 1, changes: 1 });
    for (const { tab } of [ada, bo])
      expect(await nextLikes(tab, message, 1)).toEqual({
        roomId,
        counts: { [seq]: { likes: 1, changes: 1 } },
      });
    expect((await sendLike(foyer, ada.user, message)).body).toEqual({ likes: 2, changes: 2 });
    await nextLikes(ada.tab, message, 2);
    expect((await sendUnlike(foyer, ada.user, message)).body).toEqual({ likes: 1, changes: 3 });
    await nextLikes(bo.tab, message, 1, 3);
    expect(await likesIn(bo, message)).toEqual({ [seq]: { likes: 1, changes: 3, liked: true } });
    expect(await likesIn(ada, message)).toEqual({ [seq]: { likes: 1, changes: 3 } });
    await cy.tab.must(ping, {});
    expect(cy.tab.events.filter(({ event }) => event === chatLikesChanged.name)).toEqual([]);
  },
);

test('BOARD-03z a like of a comment does not change the count of the content piece', async () => {
  const [, place] = places[0]!;
  const { foyer, attendees, message } = await startWithMessage(place, 'Ada');
  const [ada] = attendees;
  const { commentId: _, ...ofPiece } = newLike(ada.user, message);
  await foyer.must(likeContent, { body: ofPiece }, { as: ada.user });
  await sendLike(foyer, ada.user, message);
  await sendUnlike(foyer, ada.user, message);
  await sendLike(foyer, ada.user, message);
  const { counts } = await ada.tab.must(openMediaBoard, { mediaBoardId: 'posters' });
  expect(counts).toEqual({ dawn: { likes: 1, changes: 1 } });
});

test.each(places)(
  'BOARD-05i a message in a %s is liked once by an author, whatever tab or uuid',
  async (_kind, place) => {
    const { foyer, attendees, message } = await startWithMessage(place, 'Ada');
    const [ada] = attendees;
    expect((await sendUnlike(foyer, ada.user, message)).body).toEqual({ likes: 0, changes: 0 });
    const uuid = randomUUID();
    const more = Array.from({ length: 10 }, (_, no) => (no % 2 === 0 ? { uuid: uuid.toUpperCase() } : {}));
    const responses = await Promise.all(more.map((each) => sendLike(foyer, ada.user, message, each)));
    for (const { body } of responses) expect(body).toEqual({ likes: 1, changes: 1 });
    expect(await listOf(foyer, ada)).toHaveLength(1);
    const unlikes = await Promise.all(more.map(() => sendUnlike(foyer, ada.user, message)));
    for (const { body } of unlikes) expect(body).toEqual({ likes: 0, changes: 2 });
    expect(await listOf(foyer, ada)).toEqual([]);
  },
);

test('BOARD-02f a like of a comment is rejected where the content piece has no such comment', async () => {
  const foyer = await startDiscussions(
    {},
    {
      lounge: [board(), board({ mediaBoardId: 'films' }), wall(), wall({ wallId: 'stairs' })],
    },
  );
  const [ada] = await createAttendees(foyer, 'Ada');
  const onCard = await postMessage({ mediaBoardId: 'posters', contentPieceId: 'dawn' }, ada);
  const onWall = await postMessage({ wallId: 'bar' }, ada);
  const { id: areaRoom } = await openRoom(ada.tab, { wallId: 'stairs' });
  const deleted = await send(ada.tab, onCard.roomId, 'Too soon');
  await ada.tab.must(deleteChatMessage, { roomId: onCard.roomId, seq: deleted.seq });
  const attempts: [LikedMessage, Partial<Like>][] = [
    [onCard, { contentPieceId: 'dusk' }],
    [onCard, { mediaBoardId: 'films' }],
    [onCard, { mediaBoardId: 'bar', contentPieceId: 'bar' }],
    [onWall, { mediaBoardId: 'stairs', contentPieceId: 'stairs' }],
    [onWall, { contentPieceId: 'dawn' }],
    [onWall, { mediaBoardId: 'posters', contentPieceId: 'dawn' }],
    [{ ...onCard, seq: 99 }, {}],
    [{ ...onCard, seq: 0 }, {}],
    [{ ...onCard, seq: deleted.seq }, {}],
    [{ ...onCard, roomId: areaRoom }, {}],
    [{ ...onCard, roomId: 'nothing' }, {}],
    [onCard, { commentId: 'c1' }],
    [onCard, { commentId: `${onCard.roomId}.1.1` }],
    [onCard, { commentId: `${onCard.roomId}.1e3` }],
  ];
  for (const [message, more] of attempts)
    for (const sendAny of [sendLike, sendUnlike]) {
      const { error } = await sendAny(foyer, ada.user, message, more);
      expect(error, JSON.stringify(more)).toMatchObject({ code: 'notFound' });
    }
  expect(await listOf(foyer, ada)).toEqual([]);
});

test.each(places)(
  'BOARD-02g messages of a %s that the stage, a host or the last publication hides are not liked',
  async (_kind, place) => {
    const foyer = await startDiscussions();
    const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
    const host = await createAttendee(foyer, 'Henri', true);
    const message = await postMessage(place, ada, bo);
    const designer = await foyer.users.of('designer');
    const codeOf = async (as: typeof designer, mode: 'LIVE' | 'STAGE' = 'LIVE') =>
      (await sendLike(foyer, as, message, { mode })).error?.code;
    expect(await codeOf(designer, 'STAGE')).toBe('notFound');
    await host.tab.must(removeChatMember, { roomId: message.roomId, userId: bo.id });
    expect(await codeOf(bo.user)).toBe('notFound');
    await sendLike(foyer, ada.user, message);
    await publishWidgets(foyer, {}, 2);
    for (const sendAny of [sendLike, sendUnlike])
      expect((await sendAny(foyer, ada.user, message)).error?.code).toBe('notFound');
    expect(await listOf(foyer, ada)).toHaveLength(1);
    await publishWidgets(foyer, undefined, 4);
    expect((await sendLike(foyer, designer, message)).body).toEqual({ likes: 2, changes: 2 });
  },
);

test('BOARD-02h the author of a like of a comment is the user of the session', async () => {
  const { foyer, attendees, message } = await startWithMessage(places[0]![1], 'Ada', 'Bo');
  const [ada, bo] = attendees;
  const { error } = await sendLike(foyer, ada.user, message, { authorId: bo.id });
  expect(error?.code).toBe('invalidInput');
  expect(await likesIn(bo, message)).toEqual({});
});

test('BOARD-05j a uuid of another like is rejected, of a content piece or of a comment', async () => {
  const { foyer, attendees, message } = await startWithMessage(places[0]![1], 'Ada', 'Bo');
  const [ada, bo] = attendees;
  const { seq } = await send(ada.tab, message.roomId, 'And the frame');
  const [ofComment, ofPiece] = [randomUUID(), randomUUID()];
  const likePiece = (uuid: string) => {
    const { commentId: _, ...body } = newLike(ada.user, message, { uuid });
    return foyer.call(likeContent, { body }, { as: ada.user });
  };
  await sendLike(foyer, ada.user, message, { uuid: ofComment });
  await likePiece(ofPiece);
  const rejected = [
    await likePiece(ofComment),
    await sendLike(foyer, ada.user, { ...message, seq }, { uuid: ofPiece }),
    await sendLike(foyer, ada.user, { ...message, seq }, { uuid: ofComment }),
    await sendLike(foyer, bo.user, message, { uuid: ofComment }),
  ];
  for (const { error } of rejected) expect(error?.code).toBe('conflict');
  expect((await listOf(foyer, ada)).map(({ uuid }) => uuid)).toEqual([ofComment, ofPiece].toSorted());
  expect(await likesIn(ada, message)).toEqual({ [message.seq]: { likes: 1, changes: 1, liked: true } });
});

test('BOARD-04e the likes of comments are listed with the others, in pages in the order of the uuids, but not with those of a board', async () => {
  const { foyer, attendees, message } = await startWithMessage(places[1]![1], 'Ada');
  const [ada] = attendees;
  const onCard = await postMessage(places[0]![1], ada);
  const sent: Like[] = [];
  for (let no = 0; no < 5; no++) {
    const { seq } = await send(ada.tab, message.roomId, `no. ${no}`);
    sent.push(newLike(ada.user, { ...message, seq }));
  }
  sent.push(newLike(ada.user, onCard, { creationTimestamp: testStart - 1_000 }));
  for (const contentPieceId of ['dawn', 'dusk']) {
    const { commentId: _, ...ofPiece } = newLike(ada.user, onCard, { contentPieceId });
    sent.push(ofPiece);
  }
  for (const body of sent) await foyer.must(likeContent, { body }, { as: ada.user });
  const pages: Like[][] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 3, ...(cursor !== undefined && { cursor }) };
    const { likes, nextCursor } = await foyer.must(listLikes, { query }, { as: ada.user });
    pages.push(likes);
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 2]);
  expect(pages.flat()).toEqual(sent.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)));
  const { mediaBoardId } = onCard.place as { mediaBoardId: string };
  const { likes } = await foyer.must(listLikes, { query: { mediaBoardId } }, { as: ada.user });
  expect(likes).toEqual(pages.flat().filter((like) => like.mediaBoardId === mediaBoardId && !like.commentId));
});

test.each(places)(
  'BOARD-08b the likes of a deleted message in a %s are gone, and those of others stay',
  async (_kind, place) => {
    const { foyer, attendees, message } = await startWithMessage(place, 'Ada', 'Bo');
    const [ada, bo] = attendees;
    const { roomId } = message;
    const { seq } = await send(ada.tab, roomId, 'And the frame');
    for (const each of [message, { ...message, seq }]) await sendLike(foyer, bo.user, each);
    await ada.tab.must(deleteChatMessage, { roomId, seq: message.seq });
    expect(await likesIn(bo, message)).toEqual({ [seq]: { likes: 1, changes: 1, liked: true } });
    expect(await listOf(foyer, bo)).toMatchObject([{ commentId: commentIdOf({ roomId, seq }) }]);
    const { db } = foyer.running.storage;
    for (const table of ['chatLike', 'chatLikeCount'] as const)
      expect(await db.selectFrom(table).select('seq').execute(), table).toEqual([{ seq }]);
  },
);

test('BOARD-08c a message that is deleted while many like it has no likes afterwards', async () => {
  const { foyer, attendees, message } = await startWithMessage(places[0]![1], 'Ada');
  const [ada] = attendees;
  const others = await Promise.all(Array.from({ length: 12 }, () => foyer.account()));
  const likes = others.map((other) => sendLike(foyer, other, message));
  const deletion = ada.tab.must(deleteChatMessage, { roomId: message.roomId, seq: message.seq });
  for (const { error } of await Promise.all(likes)) expect([undefined, 'notFound']).toContain(error?.code);
  await deletion;
  const { db } = foyer.running.storage;
  for (const table of ['chatLike', 'chatLikeCount'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test('BOARD-08d a tab that reconnects gets the likes of the messages that it has', async () => {
  const { foyer, attendees, message } = await startWithMessage(places[1]![1], 'Ada', 'Bo');
  const [ada, bo] = attendees;
  const { roomId, seq, place } = message;
  await send(ada.tab, roomId, 'Never liked');
  bo.tab.socket.terminate();
  await sendLike(foyer, ada.user, message);
  const back = await connectTab(foyer, { as: bo.user });
  await openRoom(back, place);
  expect((await back.must(getChatChanges, { roomId, after: 2 })).messages).toEqual([]);
  const { likes } = await back.must(getChatLikes, { roomId, seqs: [seq, seq + 1, 99] });
  expect(likes).toEqual({ [seq]: { likes: 1, changes: 1 } });
  await sendLike(foyer, bo.user, message);
  await nextLikes(back, message, 2);
  const { id } = await openRoom((await createAttendee(foyer, 'Cy')).tab, place);
  expect(id).toBe(roomId);
});

test('BOARD-08e the export of an account has its likes of comments, and its deletion removes them live', async () => {
  const { foyer, attendees, message } = await startWithMessage(places[0]![1], 'Ada', 'Bo');
  const [ada, bo] = attendees;
  const like = newLike(bo.user, message);
  await foyer.must(likeContent, { body: like }, { as: bo.user });
  await sendLike(foyer, ada.user, message);
  await nextLikes(ada.tab, message, 2);
  const exported = await foyer.must(exportAccount, {}, { as: bo.user });
  expect(exported).toMatchObject({ chat: { likes: [{ mode: 'LIVE', ...like }] }, likes: [] });
  const body = { email: bo.user.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: bo.user });
  await nextLikes(ada.tab, message, 1, 3);
});

test('ROLE-04t BOARD-08f guests like comments and posts', async () => {
  const foyer = await startFoyer();
  await publishWidgets(foyer, { lounge: [board(), wall({ guestsMayWrite: false })] });
  const [ada] = await createAttendees(foyer, 'Ada');
  const { token } = await foyer.users.guest();
  const { userId: id } = await foyer.must(getUserInfo, {}, { as: { token } });
  for (const [, place] of places) {
    const message = await postMessage(place, ada);
    expect((await sendLike(foyer, { id, token }, message)).body).toEqual({ likes: 1, changes: 1 });
  }
});

if (testEngine === 'postgres')
  test('BOARD-08g tabs on two nodes get the same likes of a message', async () => {
    const { foyers } = await Nodes.start(2, startDiscussions);
    const [here, there] = foyers as [Foyer, Foyer];
    const [ada] = await createAttendees(here, 'Ada');
    const [bo] = await createAttendees(there, 'Bo');
    const message = await postMessage({ wallId: 'bar' }, ada, bo);
    await Promise.all([sendLike(here, ada.user, message), sendLike(there, bo.user, message)]);
    for (const { tab } of [ada, bo]) await nextLikes(tab, message, 2);
  });
