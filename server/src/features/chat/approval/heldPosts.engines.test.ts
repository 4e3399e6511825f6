import {
  addChatMembers,
  approveChatPost,
  chatMessageChanged,
  chatRoomChanged,
  closeChatRoom,
  createHeldPostUploadUrls,
  declineChatPost,
  deleteAccount,
  deleteChatMessage,
  editChatMessage,
  exportAccount,
  exportChatRoom,
  getChatChanges,
  getChatMessages,
  getChatPosts,
  getHeldChatPosts,
  heldChatPostsChanged,
  listModerationLog,
  muteChatUser,
  ping,
  removeChatMember,
  searchChatMessages,
  sendChatMessage,
  type ChatHeldPost,
  type InputOf,
} from '@foyer/contract';
import {
  chatDeclinedPostsMax,
  chatHeldPostsMax,
  chatMessageBurst,
  chatPageSize,
  chatUploadBytes,
} from '@foyer/contract/limits';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { connectTab, type Tab } from '#testing/tab';
import { testPassword } from '#testing/testUsers';
import {
  requestUrls,
  samplePicture,
  sendUpload,
  storedFiles,
  tryUpload,
  upload,
  type TokenHolder,
} from '../testing/chatUploads.ts';
import {
  clientId,
  createAttendee,
  createAttendees,
  errorCodeOf,
  nextMessage,
  openRoom,
  send,
  sendInput,
} from '../testing/chatVenue.ts';
import { board, publishWidgets, startDiscussions, wall } from '../testing/discussions.ts';
import { ChatHeldPostStore } from './heldPostStore.ts';

const place = { wallId: 'bar' };
const approval = { lounge: [board(), wall({ approval: true })] };
const dayMs = 24 * 3_600_000;

const startWithApproval = (options = {}) => startDiscussions(options, approval);

/** A wall with approval that two attendees and a host have open. */
async function openWall(options = {}) {
  const foyer = await startWithApproval(options);
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const host = await createAttendee(foyer, 'Henri', true);
  const { id: roomId } = await openRoom(ada.tab, place);
  for (const { tab } of [bo, host]) await openRoom(tab, place);
  return { foyer, ada, bo, host, roomId };
}

type Input = InputOf<typeof sendChatMessage>;

const tryHold = (tab: Tab, input: Omit<Input, 'clientId'> & Partial<Input>) =>
  tab.ask(sendChatMessage, { clientId: clientId(), ...input });

/** Sends a post that is held. */
async function hold(tab: Tab, input: Parameters<typeof tryHold>[1]): Promise<ChatHeldPost> {
  const { result, error } = await tryHold(tab, input);
  expect(error).toBeUndefined();
  if (!('held' in result)) throw new Error('The post is not held');
  return result.held;
}

const heldIn = async (tab: Tab, roomId: string) => (await tab.must(getHeldChatPosts, { roomId })).held;
const declinedIn = async (tab: Tab, roomId: string) =>
  (await tab.must(getHeldChatPosts, { roomId })).declined;
const messagesIn = async (tab: Tab, roomId: string) => (await tab.must(getChatMessages, { roomId })).messages;
const logOf = async (foyer: Foyer, as: TokenHolder) =>
  (await foyer.must(listModerationLog, { query: {} }, { as })).entries;
const heldUrls = (foyer: Foyer, roomId: string, id: string, as: TokenHolder) =>
  foyer.call(createHeldPostUploadUrls, { params: { roomId, id } }, { as });

async function holdPicture(foyer: Foyer, as: Awaited<ReturnType<typeof createAttendee>>, roomId: string) {
  const bytes = await samplePicture().png().toBuffer();
  const file = await upload(foyer, bytes, { roomId, as: as.user, name: 'view.png' });
  return { file, held: await hold(as.tab, { roomId, text: 'The view', uploadId: file.id }) };
}

test('WALL-05a only its author and hosts read a post, until a host approves it', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const question = await send(host.tab, roomId, 'How was it?');
  const input = { clientId: clientId(), text: 'Bright', replyTo: question.seq, mentions: [bo.id] };
  const held = await hold(ada.tab, { roomId, ...input });
  expect(held).toEqual({ id: held.id, ...input, authorId: ada.id, at: foyer.now });
  for (const { tab } of [ada, host]) expect(await heldIn(tab, roomId)).toEqual([held]);
  expect((await host.tab.must(getHeldChatPosts, { roomId })).users).toMatchObject([
    { uid: ada.id, name: 'Ada' },
    { uid: bo.id, name: 'Bo' },
    { uid: host.id, name: 'Henri' },
  ]);
  expect(await heldIn(bo.tab, roomId)).toEqual([]);
  for (const { tab } of [ada, bo, host]) {
    expect(await openRoom(tab, place)).toMatchObject({ lastSeq: 1, lastMessage: { seq: 1 } });
    expect(await messagesIn(tab, roomId)).toHaveLength(1);
    expect((await tab.must(getChatChanges, { roomId, after: 0 })).messages).toHaveLength(1);
    expect((await tab.must(getChatPosts, { roomId, order: 'newest' })).replies).toEqual({});
    expect((await tab.must(searchChatMessages, { roomId, query: 'bright' })).messages).toEqual([]);
  }
  const { bytes } = await foyer.call(exportChatRoom, { params: { roomId } }, { as: host.user });
  expect(new TextDecoder().decode(bytes)).not.toContain('Bright');
  await nextMessage(bo.tab, 'How was it?');
  expect(bo.tab.events.filter(({ event }) => event.startsWith('chat.'))).toEqual([]);

  foyer.advance(1_000);
  await host.tab.must(approveChatPost, { roomId, id: held.id });
  const { message } = await nextMessage(bo.tab, 'Bright');
  expect(message).toEqual({ ...input, seq: 2, authorId: ada.id, at: foyer.now });
  for (const { tab } of [ada, host]) expect(await heldIn(tab, roomId)).toEqual([]);
  expect((await messagesIn(bo.tab, roomId))[1]).toEqual(message);
  expect((await bo.tab.must(getChatPosts, { roomId, order: 'newest' })).replies).toEqual({ 1: 1 });
});

test('WALL-05b posts of hosts and administrators are not held, and their rooms do not say so', async () => {
  const foyer = await startWithApproval();
  const [ada] = await createAttendees(foyer, 'Ada');
  const host = await createAttendee(foyer, 'Henri', true);
  const administrator = await connectTab(foyer, { as: 'administrator' });
  const room = await openRoom(ada.tab, place);
  expect(room.approval).toBe(true);
  for (const tab of [host.tab, administrator]) {
    expect(await openRoom(tab, place)).not.toHaveProperty('approval');
    expect((await send(tab, room.id, 'Welcome')).text).toBe('Welcome');
  }
  await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 60_000 });
  expect((await ada.tab.next(chatRoomChanged)).room).toMatchObject({
    readOnlyReason: 'muted',
    approval: true,
  });
  // Discussions have no approval.
  const card = await openRoom(ada.tab, { mediaBoardId: 'posters', contentPieceId: 'dawn' });
  expect(card).not.toHaveProperty('approval');
});

test('WALL-05c of many approvals of a post at once, one inserts its message', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const other = await connectTab(foyer, { as: 'host' });
  await openRoom(other, place);
  const { id } = await hold(ada.tab, { roomId, text: 'Once' });
  const approvals = Array.from({ length: 20 }, (_, no) =>
    [host.tab, other][no % 2]!.ask(approveChatPost, { roomId, id }),
  );
  const codes = (await Promise.all(approvals)).map(({ error }) => error?.code);
  expect(codes.filter((code) => code !== undefined)).toEqual(Array.from({ length: 19 }, () => 'notFound'));
  expect(await messagesIn(ada.tab, roomId)).toMatchObject([{ seq: 1, text: 'Once' }]);
  expect((await logOf(foyer, host.user)).map(({ kind }) => kind)).toEqual(['postApproved']);
});

test('WALL-05d of an approval and a refusal of a post at once, one takes effect', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const other = await connectTab(foyer, { as: 'host' });
  for (let no = 0; no < 8; no++) {
    const { id, text } = await hold(ada.tab, { roomId, text: `no. ${no}` });
    const [approval, refusal] = await Promise.all([
      host.tab.ask(approveChatPost, { roomId, id }),
      other.ask(declineChatPost, { roomId, id }),
    ]);
    const codes = [approval.error?.code, refusal.error?.code];
    const isPosted = (await messagesIn(ada.tab, roomId)).some((message) => message.text === text);
    expect(codes).toEqual(isPosted ? [undefined, 'notFound'] : ['notFound', undefined]);
  }
  expect(await heldIn(host.tab, roomId)).toEqual([]);
});

test('WALL-05e a post that is sent again is held once, and is not posted again after the decision about it', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const second = await connectTab(foyer, { as: ada.user });
  const inputs = ['approved', 'declined', 'withdrawn'].map((text) => ({ text, clientId: clientId() }));
  for (const input of inputs) {
    foyer.advance(1);
    const replies = await Promise.all(
      [ada.tab, second, second].map((tab) => hold(tab, { roomId, ...input })),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
  }
  const [approved, declined, withdrawn] = await heldIn(host.tab, roomId);
  expect([approved?.text, declined?.text, withdrawn?.text]).toEqual(['approved', 'declined', 'withdrawn']);
  await host.tab.must(approveChatPost, { roomId, id: approved!.id });
  await host.tab.must(declineChatPost, { roomId, id: declined!.id });
  await ada.tab.must(declineChatPost, { roomId, id: withdrawn!.id });
  const [first, ...others] = inputs;
  expect(await sendInput(ada.tab, { roomId, ...first! })).toMatchObject({ seq: 1, text: 'approved' });
  for (const input of others) expect(await errorCodeOf(tryHold(ada.tab, { roomId, ...input }))).toBe('gone');
  await ada.tab.must(declineChatPost, { roomId, id: declined!.id });
  for (const { id } of [approved!, declined!, withdrawn!])
    for (const tab of [host.tab, ada.tab])
      expect(await errorCodeOf(tab.ask(declineChatPost, { roomId, id }))).toBe('notFound');
  expect(await errorCodeOf(tryHold(ada.tab, { roomId, ...inputs[1]! }))).toBe('gone');
  expect(await messagesIn(ada.tab, roomId)).toHaveLength(1);
  expect(await heldIn(host.tab, roomId)).toEqual([]);
  const { db } = foyer.running.storage;
  const rows = await db.selectFrom('chatHeldPost').select('text').execute();
  expect(rows).toEqual([{ text: '' }, { text: '' }]);
});

test('WALL-05f posts stay held when a publication turns approval off, and none is posted twice', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const [input, later] = [
    { roomId, clientId: clientId(), text: 'Held' },
    { roomId, clientId: clientId(), text: 'Not held' },
  ];
  const held = await hold(ada.tab, input);
  await publishWidgets(foyer, { lounge: [wall()] }, 2);
  expect(await openRoom(ada.tab, place)).not.toHaveProperty('approval');
  expect(await hold(ada.tab, input)).toEqual(held);
  const sent = await sendInput(ada.tab, later);
  expect(await messagesIn(ada.tab, roomId)).toMatchObject([{ text: 'Not held' }]);
  expect(await heldIn(host.tab, roomId)).toEqual([held]);
  await publishWidgets(foyer, approval, 4);
  expect(await sendInput(ada.tab, later)).toEqual(sent);
  await host.tab.must(approveChatPost, { roomId, id: held.id });
  expect((await messagesIn(ada.tab, roomId)).map(({ text }) => text)).toEqual(['Not held', 'Held']);
});

test('WALL-05g at most 10 posts of a user wait for approval', async () => {
  const { ada, bo, host, roomId } = await openWall();
  const flood = await Promise.all(
    Array.from({ length: chatHeldPostsMax + 5 }, () => tryHold(ada.tab, { roomId, text: 'Look' })),
  );
  const errors = flood.flatMap(({ error }) => error ?? []);
  expect(errors).toHaveLength(5);
  expect(errors[0]).toMatchObject({ code: 'cannotPost', details: { reason: 'held' } });
  const [first, ...rest] = await heldIn(host.tab, roomId);
  expect(rest).toHaveLength(chatHeldPostsMax - 1);
  await hold(bo.tab, { roomId, text: 'Mine' });
  expect(await heldIn(bo.tab, roomId)).toMatchObject([{ text: 'Mine' }]);
  await host.tab.must(declineChatPost, { roomId, id: first!.id });
  await hold(ada.tab, { roomId, text: 'Better' });
  expect(await errorCodeOf(tryHold(ada.tab, { roomId, text: 'And' }))).toBe('cannotPost');
});

test('WALL-05h posts of muted and removed users are not held, and their held posts cannot be approved', async () => {
  const { ada, host, roomId } = await openWall();
  const { id } = await hold(ada.tab, { roomId, text: 'Before' });
  const approve = () => host.tab.ask(approveChatPost, { roomId, id });
  const ofAuthor = { code: 'cannotPost', errMsg: expect.stringContaining('The author of this post') };
  await host.tab.must(muteChatUser, { userId: ada.id });
  const muted = { code: 'cannotPost', details: { reason: 'muted' } };
  expect((await tryHold(ada.tab, { roomId, text: 'While' })).error).toMatchObject(muted);
  expect((await approve()).error).toMatchObject(ofAuthor);
  await host.tab.must(muteChatUser, { userId: ada.id, durationMs: 0 });
  await host.tab.must(removeChatMember, { roomId, userId: ada.id });
  const removed = { code: 'cannotPost', details: { reason: 'removed' } };
  expect((await tryHold(ada.tab, { roomId, text: 'While' })).error).toMatchObject(removed);
  expect((await approve()).error).toMatchObject(ofAuthor);
  expect(await heldIn(host.tab, roomId)).toMatchObject([{ id }]);
  expect(await messagesIn(host.tab, roomId)).toEqual([]);
  await host.tab.must(addChatMembers, { roomId, userIds: [ada.id] });
  expect((await approve()).error).toBeUndefined();
  expect(await messagesIn(host.tab, roomId)).toMatchObject([{ text: 'Before' }]);
});

test('WALL-05i authors cannot edit approved posts but delete them, and hosts edit theirs', async () => {
  const { ada, host, roomId } = await openWall();
  const { id } = await hold(ada.tab, { roomId, text: 'Kind words' });
  await host.tab.must(approveChatPost, { roomId, id });
  const edit = (seq: number) => ({ roomId, seq, text: 'Rude words' });
  expect(await errorCodeOf(ada.tab.ask(editChatMessage, edit(1)))).toBe('forbidden');
  expect(await messagesIn(ada.tab, roomId)).toMatchObject([{ text: 'Kind words' }]);
  await ada.tab.must(deleteChatMessage, { roomId, seq: 1 });
  const { seq } = await send(host.tab, roomId, 'Welcom');
  await host.tab.must(editChatMessage, { roomId, seq, text: 'Welcome' });
});

test('WALL-05j one of several widgets that show a wall suffices for approval, while it is active', async () => {
  const widgets = {
    lobby: [wall()],
    lounge: [wall({ approval: true, end: new Date(Date.now() + 3_600_000_000_000).toISOString() })],
  };
  const foyer = await startDiscussions({}, widgets);
  const [ada] = await createAttendees(foyer, 'Ada');
  const { id: roomId } = await openRoom(ada.tab, place);
  await hold(ada.tab, { roomId, text: 'Held' });
  const over = wall({ approval: true, end: '2020-01-01T00:00:00Z' });
  await publishWidgets(foyer, { lobby: [wall()], lounge: [over] }, 2);
  expect((await send(ada.tab, roomId, 'Not held')).seq).toBe(1);
});

test('WALL-05k hosts and the author are notified of held posts in tabs that have the wall open', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const closed = await connectTab(foyer, { as: host.user });
  await openRoom(closed, place);
  await closed.must(closeChatRoom, { roomId });
  const decisions = [
    (id: string) => host.tab.must(approveChatPost, { roomId, id }),
    (id: string) => host.tab.must(declineChatPost, { roomId, id }),
    (id: string) => ada.tab.must(declineChatPost, { roomId, id }),
  ];
  for (const decide of decisions) {
    const { id } = await hold(ada.tab, { roomId, text: 'Hello' });
    for (const { tab } of [ada, host]) expect(await tab.next(heldChatPostsChanged)).toEqual({ roomId });
    await decide(id);
    for (const { tab } of [ada, host]) expect(await tab.next(heldChatPostsChanged)).toEqual({ roomId });
  }
  for (const tab of [bo.tab, closed]) {
    await tab.must(ping, {});
    expect(tab.events.filter(({ event }) => event === heldChatPostsChanged.name)).toEqual([]);
  }
});

test('WALL-05ac the version of the held posts of a wall changes with each post and each decision', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const store = new ChatHeldPostStore(foyer.running.storage, { lock: () => [] });
  const version = async () => (await store.versions()).get(roomId);
  const versions = [await version()];
  const held: ChatHeldPost[] = [];
  for (const text of ['one', 'two', 'three']) {
    foyer.advance(1);
    held.push(await hold(ada.tab, { roomId, text }));
    versions.push(await version());
  }
  for (const [index, command] of [approveChatPost, declineChatPost, approveChatPost].entries()) {
    await host.tab.must(command, { roomId, id: held[index]!.id });
    versions.push(await version());
  }
  expect([versions[0], versions.at(-1)]).toEqual([undefined, undefined]);
  expect(new Set(versions).size).toBe(versions.length - 1);
});

test('WALL-05l the picture of a held post is for its author and hosts, until it is approved', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const { file, held } = await holdPicture(foyer, ada, roomId);
  expect(held.upload).toEqual(file);
  for (const { user } of [ada, host]) {
    const { body } = await heldUrls(foyer, roomId, held.id, user);
    for (const url of [body.url, body.previewUrl ?? ''])
      expect((await foyer.fetch(url)).headers.get('content-type')).toMatch(/^image\//);
  }
  expect((await heldUrls(foyer, roomId, held.id, bo.user)).error?.code).toBe('notFound');
  // It cannot be sent with another post.
  expect(await errorCodeOf(sendUpload(ada, roomId, file.id))).toBe('gone');
  await host.tab.must(approveChatPost, { roomId, id: held.id });
  const { message } = await nextMessage(bo.tab, 'The view');
  expect(message.upload).toEqual(file);
  const { url } = (await requestUrls(foyer, roomId, message.seq, bo.user)).body;
  expect((await foyer.fetch(url)).status).toBe(200);
  expect((await heldUrls(foyer, roomId, held.id, host.user)).error?.code).toBe('notFound');
  await ada.tab.must(deleteChatMessage, { roomId, seq: message.seq });
  expect(await storedFiles(foyer)).toEqual([]);
});

test('WALL-05m the picture of a post that is declined or withdrawn is deleted', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  for (const { tab } of [host, ada]) {
    const { held } = await holdPicture(foyer, ada, roomId);
    const { url } = (await heldUrls(foyer, roomId, held.id, ada.user)).body;
    await tab.must(declineChatPost, { roomId, id: held.id });
    expect((await foyer.fetch(url)).status).toBe(410);
    expect(await storedFiles(foyer)).toEqual([]);
  }
});

test('WALL-05cn a post with a picture that is sent again after the decision about it gets the same answer as one without', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const isDeclined = { code: 'gone', details: { reason: 'declined' } };
  for (const decidedBy of [host, ada]) {
    const { file, held } = await holdPicture(foyer, ada, roomId);
    const again = { roomId, clientId: held.clientId, text: held.text, uploadId: file.id };
    await decidedBy.tab.must(declineChatPost, { roomId, id: held.id });
    expect((await tryHold(ada.tab, again)).error).toMatchObject(isDeclined);
    // Another post cannot have the picture either, but was not declined.
    const { error } = await tryHold(ada.tab, { ...again, clientId: clientId() });
    expect([error?.code, error?.details]).toEqual(['gone', undefined]);
  }
  const { file, held } = await holdPicture(foyer, ada, roomId);
  await host.tab.must(approveChatPost, { roomId, id: held.id });
  const { message } = await nextMessage(ada.tab, 'The view');
  await host.tab.must(deleteChatMessage, { roomId, seq: message.seq });
  const again = { roomId, clientId: held.clientId, text: held.text, uploadId: file.id };
  expect(await sendInput(ada.tab, again)).toMatchObject({ seq: message.seq, deletedBy: 'host' });
  expect(await heldIn(host.tab, roomId)).toEqual([]);
});

test('WALL-05cb a declined post stays for its author alone, on all devices, until they remove it', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const { file, held } = await holdPicture(foyer, ada, roomId);
  const withdrawn = await hold(ada.tab, { roomId, text: 'On second thought' });
  await ada.tab.must(declineChatPost, { roomId, id: withdrawn.id });
  foyer.advance(1_000);
  await host.tab.must(declineChatPost, { roomId, id: held.id });
  const declined = { ...held, declinedAt: foyer.now };
  const later = await connectTab(foyer, { as: ada.user });
  for (const tab of [ada.tab, later])
    expect(await tab.must(getHeldChatPosts, { roomId })).toMatchObject({ held: [], declined: [declined] });
  expect(declined.upload).toEqual(file);
  expect((await heldUrls(foyer, roomId, held.id, ada.user)).error?.code).toBe('notFound');
  const { id } = held;
  for (const { tab } of [bo, host]) {
    expect(await tab.must(getHeldChatPosts, { roomId })).toMatchObject({ held: [], declined: [] });
    expect(await errorCodeOf(tab.ask(declineChatPost, { roomId, id }))).toBe('notFound');
  }
  expect(await errorCodeOf(host.tab.ask(approveChatPost, { roomId, id }))).toBe('notFound');
  await later.must(declineChatPost, { roomId, id });
  expect(await declinedIn(ada.tab, roomId)).toEqual([]);
  expect((await logOf(foyer, host.user)).map(({ kind, text }) => [kind, text])).toEqual([
    ['postDeclined', 'The view'],
  ]);
});

test('WALL-05cc of the declined posts of an author in a wall, the 10 last ones are kept, and they do not count as waiting', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const ofBo = await hold(bo.tab, { roomId, text: 'Of Bo' });
  await host.tab.must(declineChatPost, { roomId, id: ofBo.id });
  const texts = Array.from({ length: chatDeclinedPostsMax + 2 }, (_, no) => `no. ${no}`);
  for (const text of texts) {
    foyer.advance(1_000);
    const { id } = await hold(ada.tab, { roomId, text });
    await host.tab.must(declineChatPost, { roomId, id });
  }
  expect((await declinedIn(ada.tab, roomId)).map(({ text }) => text)).toEqual(texts.slice(2));
  expect(await declinedIn(bo.tab, roomId)).toMatchObject([{ text: 'Of Bo' }]);
  const { db } = foyer.running.storage;
  const rows = await db.selectFrom('chatHeldPost').select('text').where('text', '=', '').execute();
  expect(rows).toHaveLength(2);
  for (let no = 0; no < chatHeldPostsMax; no++) {
    foyer.advance(1_000);
    await hold(ada.tab, { roomId, text: `later ${no}` });
  }
});

test('WALL-05cd held and declined posts come with the messages that they reply to', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const question = await send(host.tab, roomId, 'How was it?');
  const other = await send(host.tab, roomId, 'And the music?');
  const gone = await send(host.tab, roomId, 'Soon gone');
  const declined = await hold(ada.tab, { roomId, text: 'Rude', replyTo: question.seq });
  for (const replyTo of [question.seq, other.seq, gone.seq])
    await hold(ada.tab, { roomId, text: 'Fine', replyTo });
  await host.tab.must(declineChatPost, { roomId, id: declined.id });
  await host.tab.must(deleteChatMessage, { roomId, seq: other.seq });
  await foyer.running.storage.db.deleteFrom('chatMessage').where('seq', '=', gone.seq).execute();
  for (const { tab } of [ada, host]) {
    const { repliedTo, users } = await tab.must(getHeldChatPosts, { roomId });
    expect(repliedTo.toSorted((a, b) => a.seq - b.seq)).toMatchObject([
      { seq: question.seq, text: 'How was it?' },
      { seq: other.seq, text: '', deletedBy: 'author' },
    ]);
    expect(users.map(({ uid }) => uid)).toContain(host.id);
  }
  expect((await bo.tab.must(getHeldChatPosts, { roomId })).repliedTo).toEqual([]);
});

test('WALL-05n the picture of a held post outlives the day after which unused uploads are deleted', async () => {
  const { foyer, ada, roomId } = await openWall();
  const { held } = await holdPicture(foyer, ada, roomId);
  const unused = await samplePicture().png().toBuffer();
  await upload(foyer, unused, { roomId, as: ada.user, name: 'unused.png' });
  expect(await storedFiles(foyer)).toHaveLength(4);
  foyer.advance(dayMs + 3_600_000);
  await expect.poll(() => storedFiles(foyer)).toHaveLength(2);
  const host = await connectTab(foyer, { as: 'host' });
  await host.must(approveChatPost, { roomId, id: held.id });
  const token = await foyer.users.signIn(ada.user.email);
  const { url } = (await requestUrls(foyer, roomId, 1, token)).body;
  expect((await foyer.fetch(url)).status).toBe(200);
});

test('WALL-05o walls take only pictures, smaller than 5 MB', async () => {
  const { foyer, ada, bo, roomId } = await openWall();
  const files = {
    'plan.txt': 'ten metres',
    'plan.pdf': '%PDF-1.7\n',
    'plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  for (const [name, content] of Object.entries(files)) {
    const { error } = await tryUpload(foyer, Buffer.from(content), { roomId, as: ada.user, name });
    expect(error, name).toMatchObject({
      code: 'unsupportedMediaType',
      errMsg: expect.stringContaining('only pictures'),
    });
  }
  const large = Buffer.concat([await samplePicture().png().toBuffer(), Buffer.alloc(chatUploadBytes)]);
  const options = { roomId, as: bo.user, name: 'large.png' };
  for (const bytes of [large, large.subarray(0, chatUploadBytes)])
    expect((await tryUpload(foyer, bytes, options)).error?.code).toBe('payloadTooLarge');
  expect(await storedFiles(foyer)).toEqual([]);
  const { id: card } = await openRoom(ada.tab, { mediaBoardId: 'posters', contentPieceId: 'dawn' });
  await upload(foyer, Buffer.from('ten metres'), { roomId: card, as: ada.user });
});

test('WALL-05p held posts are exported with the account of their author, and deleted with it', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const { held } = await holdPicture(foyer, ada, roomId);
  const declined = await hold(ada.tab, { roomId, text: 'Rude words' });
  await host.tab.must(declineChatPost, { roomId, id: declined.id });
  await hold(bo.tab, { roomId, text: 'Of Bo' });
  const exported = await foyer.must(exportAccount, {}, { as: ada.user });
  const heldPosts = (exported['chat'] as { heldPosts: ChatHeldPost[] }).heldPosts;
  expect(heldPosts).toHaveLength(2);
  expect(heldPosts).toEqual(
    expect.arrayContaining([
      { roomId, ...place, ...held },
      { roomId, ...place, ...declined, declinedAt: foyer.now },
    ]),
  );
  expect(JSON.stringify(exported)).not.toContain('Of Bo');
  const body = { email: ada.user.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: ada.user });
  expect(await heldIn(host.tab, roomId)).toMatchObject([{ text: 'Of Bo' }]);
  expect(await storedFiles(foyer)).toEqual([]);
  const { db } = foyer.running.storage;
  expect(await db.selectFrom('chatHeldPost').select('authorId').execute()).toEqual([{ authorId: bo.id }]);
  const [entry] = await logOf(foyer, host.user);
  expect([entry?.kind, entry?.text]).toEqual(['postDeclined', undefined]);
});

test('WALL-05y an account that is deleted while hosts approve its posts leaves no text of them', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const posts = await Promise.all(
    Array.from({ length: chatHeldPostsMax }, () => hold(ada.tab, { roomId, text: 'Mine' })),
  );
  const body = { email: ada.user.email, currentPassword: testPassword };
  const [approvals] = await Promise.all([
    Promise.all(posts.map(({ id }) => host.tab.ask(approveChatPost, { roomId, id }))),
    foyer.must(deleteAccount, { body }, { as: ada.user }),
  ]);
  const approved = approvals.filter(({ error }) => error === undefined);
  const messages = await messagesIn(host.tab, roomId);
  expect(messages.map(({ text, deletedBy }) => [text, deletedBy])).toEqual(
    approved.map(() => ['', 'author']),
  );
  expect(await heldIn(host.tab, roomId)).toEqual([]);
});

test('WALL-05q held posts and declined ones are deleted after the retention time', async () => {
  const { foyer, ada, host, roomId } = await openWall({ env: { CHAT_RETENTION_DAYS: '7' } });
  await holdPicture(foyer, ada, roomId);
  const { id } = await hold(ada.tab, { roomId, text: 'Rude words' });
  await host.tab.must(declineChatPost, { roomId, id });
  foyer.advance(8 * dayMs);
  const { db } = foyer.running.storage;
  await expect.poll(() => db.selectFrom('chatHeldPost').selectAll().execute()).toEqual([]);
  await expect.poll(() => storedFiles(foyer)).toEqual([]);
});

test('WALL-05r the moderation log has approved and declined posts with their text, and no withdrawn ones', async () => {
  const { foyer, ada, bo, host, roomId } = await openWall();
  const [approved, declined, withdrawn] = [
    await hold(ada.tab, { roomId, text: 'Kind words' }),
    await hold(bo.tab, { roomId, text: 'Rude words' }),
    await hold(ada.tab, { roomId, text: 'On second thought' }),
  ];
  for (const tab of [bo.tab, ada.tab])
    expect(await errorCodeOf(tab.ask(approveChatPost, { roomId, id: approved.id }))).toBe('forbidden');
  expect(await errorCodeOf(bo.tab.ask(declineChatPost, { roomId, id: approved.id }))).toBe('notFound');
  await host.tab.must(approveChatPost, { roomId, id: approved.id });
  foyer.advance(1);
  await host.tab.must(declineChatPost, { roomId, id: declined.id });
  await ada.tab.must(declineChatPost, { roomId, id: withdrawn.id });
  const common = { host: { uid: host.id }, roomId, room: { kind: 'wall', ...place } };
  const log = await logOf(foyer, host.user);
  expect(log).toHaveLength(2);
  expect(log).toMatchObject([
    { kind: 'postDeclined', user: { name: 'Bo' }, text: 'Rude words', ...common },
    { kind: 'postApproved', user: { name: 'Ada' }, text: 'Kind words', ...common },
  ]);
});

test('WALL-05s held posts of a wall that a publication took away are stored, until it is back', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const { held } = await holdPicture(foyer, ada, roomId);
  const { id } = held;
  await publishWidgets(foyer, {}, 2);
  for (const { tab } of [ada, host]) {
    expect(await errorCodeOf(tab.ask(getHeldChatPosts, { roomId }))).toBe('notFound');
    for (const command of [approveChatPost, declineChatPost])
      expect(await errorCodeOf(tab.ask(command, { roomId, id }))).toBe('notFound');
  }
  expect((await heldUrls(foyer, roomId, id, host.user)).error?.code).toBe('notFound');
  await publishWidgets(foyer, approval, 4);
  expect(await heldIn(host.tab, roomId)).toEqual([held]);
  const stage = await connectTab(foyer, { as: 'designer', mode: 'STAGE' });
  expect(await errorCodeOf(stage.ask(getHeldChatPosts, { roomId }))).toBe('notFound');
});

test('WALL-05t ROLE-04 posts of guests are held, and guests withdraw them', async () => {
  const foyer = await startFoyer();
  await publishWidgets(foyer, approval);
  const guest = await connectTab(foyer, { as: 'guest' });
  const other = await connectTab(foyer, { as: await foyer.users.guest() });
  const host = await connectTab(foyer, { as: 'host' });
  const { id: roomId, approval: isHeld } = await openRoom(guest, place);
  expect(isHeld).toBe(true);
  for (const tab of [other, host]) await openRoom(tab, place);
  const [kept, withdrawn] = [
    await hold(guest, { roomId, text: 'Lovely' }),
    await hold(guest, { roomId, text: 'Oh' }),
  ];
  expect(kept.authorId).toMatch(/^anon-/);
  expect(await heldIn(other, roomId)).toEqual([]);
  await guest.must(declineChatPost, { roomId, id: withdrawn.id });
  // A post that was written while guests could post can be approved.
  const closed = { lounge: [wall({ approval: true, guestsMayWrite: false })] };
  await publishWidgets(foyer, closed, 2);
  expect(await errorCodeOf(tryHold(guest, { roomId, text: 'And' }))).toBe('cannotPost');
  const { authorId: userId, id } = kept;
  await host.must(muteChatUser, { userId });
  expect(await errorCodeOf(host.ask(approveChatPost, { roomId, id }))).toBe('cannotPost');
  await host.must(muteChatUser, { userId, durationMs: 0 });
  await host.must(approveChatPost, { roomId, id });
  expect((await other.next(chatMessageChanged)).message).toMatchObject({ seq: 1, text: 'Lovely' });
});

test('WALL-05u held posts are listed in pages, the oldest first', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const { db } = foyer.running.storage;
  const texts = Array.from({ length: chatPageSize + 5 }, (_, no) => `no. ${no}`);
  const values = texts.map((text, no) => ({
    id: `${foyer.now + no}-${no}`,
    roomId,
    // In another order than the ids.
    clientId: `c-${10_000_000 - no}`,
    authorId: no % 2 === 0 ? ada.id : 'bo',
    at: foyer.now + no,
    text,
  }));
  await db.insertInto('chatHeldPost').values(values.toReversed()).execute();
  const first = await host.tab.must(getHeldChatPosts, { roomId });
  const last = first.held.at(-1)!;
  // The cursor works after the last post of the page is gone.
  await host.tab.must(declineChatPost, { roomId, id: last.id });
  const second = await host.tab.must(getHeldChatPosts, { roomId, after: last.id });
  expect([...first.held, ...second.held].map(({ text }) => text)).toEqual(texts);
  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  const own = await heldIn(ada.tab, roomId);
  expect(own.map(({ text }) => text)).toEqual(texts.filter((text, no) => no % 2 === 0 && text !== last.text));
  const after = own[2]!.id;
  expect((await ada.tab.must(getHeldChatPosts, { roomId, after })).held).toEqual(own.slice(3));
});

test('WALL-05v an approved reply whose original is no longer stored is a post', async () => {
  const { foyer, ada, host, roomId } = await openWall();
  const { seq } = await send(host.tab, roomId, 'A question');
  const held = await hold(ada.tab, { roomId, text: 'An answer', replyTo: seq });
  expect(held.replyTo).toBe(seq);
  expect((await hold(ada.tab, { roomId, text: 'To no one', replyTo: 99 })).replyTo).toBeUndefined();
  await foyer.running.storage.db.deleteFrom('chatMessage').where('seq', '=', seq).execute();
  await host.tab.must(approveChatPost, { roomId, id: held.id });
  expect((await messagesIn(ada.tab, roomId))[0]).not.toHaveProperty('replyTo');
});

test('WALL-05w held posts are plain text, at most 4,000 characters long, and limited in their rate', async () => {
  const { ada, host, roomId } = await openWall();
  const markup = '<img src=x onerror=alert(1)>';
  expect((await hold(ada.tab, { roomId, text: ` ${markup}\n` })).text).toBe(markup);
  for (const text of ['', '\u200b'])
    expect(await errorCodeOf(tryHold(ada.tab, { roomId, text }))).toBe('invalidInput');
  expect(await errorCodeOf(tryHold(ada.tab, { roomId, text: 'a'.repeat(4_001) }))).toBe('valueTooLong');
  const flood = await Promise.all(
    Array.from({ length: chatMessageBurst }, () => tryHold(ada.tab, { roomId, text: 'again' })),
  );
  expect(new Set(flood.map(({ error }) => error?.code))).toEqual(
    new Set([undefined, 'cannotPost', 'tooManyRequests']),
  );
  expect(await heldIn(host.tab, roomId)).toHaveLength(chatHeldPostsMax);
});

if (testEngine === 'postgres') {
  test.each([
    ['approves', approveChatPost],
    ['declines', declineChatPost],
  ])(
    'WALL-05z a post that is deleted with its account while a host %s it leaves no trace',
    async (_decision, command) => {
      const { foyer, ada, host, roomId } = await openWall();
      const { id } = await hold(ada.tab, { roomId, text: 'Mine' });
      const { db, read } = foyer.running.storage;
      const waiting = sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%"chatHeldPost"%'`;
      const decision = await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('chatHeldPost').where('id', '=', id).execute();
        const code = errorCodeOf(host.tab.ask(command, { roomId, id }));
        await expect.poll(async () => (await waiting.execute(read)).rows).toHaveLength(1);
        return { code };
      });
      expect(await decision.code).toBe('notFound');
      expect(await messagesIn(host.tab, roomId)).toEqual([]);
      expect(await logOf(foyer, host.user)).toEqual([]);
    },
  );

  test.each([
    ['approves', approveChatPost],
    ['declines', declineChatPost],
  ])(
    'WALL-05ad an account is deleted while a host %s its post with a picture',
    async (_decision, command) => {
      const { foyer, ada, host, roomId } = await openWall();
      const { id } = (await holdPicture(foyer, ada, roomId)).held;
      const { db, read } = foyer.running.storage;
      const countWaiting = async () =>
        (
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            read,
          )
        ).rows.length;
      const body = { email: ada.user.email, currentPassword: testPassword };
      const { decision, deletion } = await db.transaction().execute(async (trx) => {
        await trx.selectFrom('chatHeldPost').select('id').where('id', '=', id).forUpdate().execute();
        const decision = host.tab.ask(command, { roomId, id });
        await expect.poll(countWaiting).toBe(1);
        const deletion = foyer.call(deleteAccount, { body }, { as: ada.user });
        await expect.poll(countWaiting).toBe(2);
        return { decision, deletion };
      });
      expect([(await decision).error, (await deletion).error]).toEqual([undefined, undefined]);
      expect(await heldIn(host.tab, roomId)).toEqual([]);
      expect(await storedFiles(foyer)).toEqual([]);
    },
  );

  test('WALL-05x held posts and decisions about them reach hosts and authors on other nodes', async () => {
    const { foyers } = await Nodes.start(2, startWithApproval);
    const [here, there] = foyers as [Foyer, Foyer];
    const [ada] = await createAttendees(here, 'Ada');
    const host = await createAttendee(there, 'Henri', true);
    const { id: roomId } = await openRoom(ada.tab, place);
    await openRoom(host.tab, place);
    const { id } = await hold(ada.tab, { roomId, text: 'From here' });
    expect(await host.tab.next(heldChatPostsChanged)).toEqual({ roomId });
    await ada.tab.next(heldChatPostsChanged);
    await host.tab.must(approveChatPost, { roomId, id });
    expect(await ada.tab.next(heldChatPostsChanged)).toEqual({ roomId });
    await nextMessage(ada.tab, 'From here');
  });
}
