/**
 * Orders of what can happen to a chat: messages of the user and of others, edits and deletions, replies and events that are
 * late, doubled, reordered or lost, reconnects, full storage, and a sign-out at any moment, after which the next user's
 * chat runs in the same page.
 */
import type { ChatMessage } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createSnackbars, type Snackbar } from '../../../platform/snackbars.ts';
import { createSidePanels } from '../../../platform/sidePanels.ts';
import { clearChatStorage } from '../../../platform/storage/chatStorage.ts';
import { ChatServerModel } from '../testing/chatServerModel.ts';
import { at, InterleavedTab, networkSteps, stepsOf, take, type Step } from '../testing/interleavedTab.ts';
import { stubBrowser, stubBrowserForTests } from '../testing/stubBrowser.ts';
import { buildTimelineEntries } from '../timeline/timelineEntries.ts';
import { createChat } from './chat.ts';
import type { ChatState } from './chatState.ts';
import { createChatEngine } from './engine.ts';
import { createOutbox } from './outbox.ts';
import { createReadReceipts } from './readReceipts.ts';
import { createRoomMessages } from './roomMessages.ts';
import { createSendDraft } from './sendDraft.ts';

stubBrowserForTests();
/** That of the current run. */
let browser: ReturnType<typeof stubBrowser>;

const settle = () => vi.advanceTimersByTimeAsync(0);
const roomIds = ['r1', 'r2'];

/** One user's chat in this page, and their rooms on the server. */
class ChatOfUser extends InterleavedTab {
  readonly server: ChatServerModel;
  readonly uid: string;
  /** Texts that the user has sent, by room, in this order. */
  readonly sent: { readonly roomId: string; readonly text: string }[] = [];

  constructor(uid: string) {
    super();
    this.uid = uid;
    this.server = new ChatServerModel(uid, roomIds);
    const { server } = this;
    // The other room is empty.
    for (let count = 0; count < 6; count += 1) server.post('r1', `friend of ${uid}`, `to ${uid}`);
    server.events.length = 0;
  }

  start(): void {
    this.visit.get(createChat).identify(this.uid);
    this.visit.get(createChatEngine);
  }

  get snackbars(): readonly Snackbar[] {
    return this.visit.get(createSnackbars).store.getState().list;
  }

  send(roomId: string): void {
    const text = `from ${this.uid} ${this.sent.length}`;
    this.sent.push({ roomId, text });
    this.visit.get(createOutbox).send({ roomId, text });
  }

  /** Everything arrives, until nothing is left to do. */
  async catchUp(): Promise<void> {
    if (!this.connection.isOnline) this.connection.open();
    for (let round = 0; round < 100; round += 1) {
      await vi.advanceTimersByTimeAsync(5_000);
      const { pending } = this.connection;
      const { events } = this.server;
      if (pending.length + events.length + this.replies.length === 0 && round > 20) return;
      for (const request of pending.splice(0)) this.handle(request, 'now');
      for (const event of events.splice(0)) this.receive(event);
      for (const { arrive } of this.replies.splice(0)) arrive();
    }
    throw new Error('the chat does not come to rest');
  }
}

const textsIn = (state: ChatState, uid: string, roomId: string): string[] => {
  const waiting = state.outbox.filter((message) => message.roomId === roomId);
  const timeline = state.messagesByRoom.get(roomId)?.timeline;
  const entries = buildTimelineEntries({
    messages: timeline?.messages ?? [],
    waiting: timeline?.hasNewer ? [] : waiting,
    ownId: uid,
    othersReadSeq: 0,
    newAfter: undefined,
    hasOlder: timeline?.hasOlder ?? false,
    blocked: new Map(),
  });
  return entries.flatMap((entry) => {
    if (entry.kind === 'message') return entry.message.clientId;
    return entry.kind === 'waiting' ? entry.waiting.clientId : [];
  });
};

/** What holds at every moment. */
function expectConsistent({ state, uid, sent, server }: ChatOfUser): void {
  for (const [roomId, { timeline }] of state.messagesByRoom) {
    const seqs = timeline?.messages.map(({ seq }) => seq) ?? [];
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    const shown = textsIn(state, uid, roomId);
    expect(shown).toEqual([...new Set(shown)]);
  }
  // Each message is still in the outbox, or the server has it.
  for (const { roomId, text } of sent) {
    const isWaiting = state.outbox.some((message) => message.text === text);
    const isStored = server.rooms.get(roomId)?.messages.some((message) => message.text === text);
    expect(isWaiting || isStored, `${text} is lost`).toBe(true);
  }
}

/** What holds when everything has arrived. */
function expectComplete({ state, uid, sent, server }: ChatOfUser): void {
  expect(state.outbox).toEqual([]);
  expect(state.dueReceipts).toEqual(new Map());
  for (const room of server.rooms.values()) {
    const own = room.messages.filter(({ authorId }) => authorId === uid);
    const written = sent.filter(({ roomId }) => roomId === room.id);
    expect(own.map(({ text }) => text)).toEqual(written.map(({ text }) => text));
    expect(state.rooms.get(room.id)).toMatchObject({
      lastSeq: room.lastSeq,
      readSeq: room.readSeq,
      // What was read offline, before later messages, is counted again only once (readReceipts.test.ts).
      ...(room.readSeq === 0 && { unreadCount: server.unreadCount(room) }),
    });
    const loaded = state.messagesByRoom.get(room.id);
    if (!loaded) continue;
    expect(loaded.status).toBe('ready');
    const messages = loaded.timeline?.messages ?? [];
    const from = room.messages.findIndex(({ seq }) => seq === messages[0]?.seq);
    expect(messages).toEqual(room.messages.slice(from, from + messages.length));
    expect(loaded.timeline?.throughSeq).toBe(room.lastSeq);
    if (!loaded.timeline?.hasNewer) expect(messages.at(-1)).toEqual(room.messages.at(-1));
  }
}

const roomId = fc.constantFrom(...roomIds);
const own = ({ server, uid }: ChatOfUser, room: string): ChatMessage | undefined =>
  server.rooms.get(room)?.messages.findLast(({ authorId }) => authorId === uid);

const named = stepsOf<ChatOfUser>();
const steps = fc.oneof(
  { weight: 4, arbitrary: named('send', roomId, (chat, id) => chat.send(id)) },
  {
    weight: 1,
    arbitrary: named('reject as too many', at, ({ connection }, step) => {
      const response = { status: 429, serverCode: 'tooOften' as never };
      take(connection.pending, step)?.reject(new ApiError('PROCESSING_ERROR', 'too many', response));
    }),
  },
  {
    weight: 3,
    arbitrary: named(
      'post',
      roomId,
      ({ server, uid }, id) => void server.post(id, `friend of ${uid}`, `to ${uid} again`),
    ),
  },
  {
    weight: 2,
    arbitrary: named(
      'change',
      fc.record({ roomId, at, isDeletion: fc.boolean() }),
      ({ server, uid }, step) => {
        const others =
          server.rooms
            .get(step.roomId)
            ?.messages.filter(({ authorId, deletedBy }) => authorId !== uid && deletedBy === undefined) ?? [];
        const message = others[step.at % Math.max(1, others.length)];
        if (message)
          server.change(
            step.roomId,
            message.seq,
            step.isDeletion ? { text: '', deletedBy: 'host' } : { editedAt: step.at },
          );
      },
    ),
  },
  {
    weight: 1,
    arbitrary: named('edit', roomId, (chat, id) => {
      const message = own(chat, id);
      if (!message) return;
      const editing = { seq: message.seq, before: { text: '', named: [] } };
      // The same text: the messages are identified by it.
      const draft = { text: message.text, named: [], editing };
      const room = chat.state.rooms.get(id);
      if (room) chat.visit.get(createSendDraft)(room, draft, []);
    }),
  },
  { weight: 2, arbitrary: named('open', roomId, ({ visit }, id) => visit.get(createChat).open(id)) },
  {
    weight: 1,
    arbitrary: named('read', roomId, ({ visit, state }, id) => {
      const timeline = state.messagesByRoom.get(id)?.timeline;
      if (timeline && !timeline.hasNewer) visit.get(createReadReceipts).markRead(id, timeline.throughSeq);
    }),
  },
  {
    weight: 1,
    arbitrary: named(
      'jump',
      fc.record({ roomId, seq: fc.integer({ min: 1, max: 9 }) }),
      ({ visit }, step) => void visit.get(createRoomMessages).jumpTo(step.roomId, step.seq),
    ),
  },
  {
    weight: 2,
    arbitrary: named(
      'load page',
      fc.record({ roomId, side: fc.constantFrom('older' as const, 'newer' as const) }),
      ({ visit }, step) => void visit.get(createRoomMessages).loadPage(step.roomId, step.side),
    ),
  },
  {
    weight: 1,
    arbitrary: named('full', fc.boolean(), (_, isFull) => void (browser.localStorage.isFull = isFull)),
  },
  ...networkSteps<ChatOfUser>({ handle: 8, reply: 5, event: 6 }),
);
const run = fc.array(steps, { minLength: 1, maxLength: 60, size: 'max' });

async function play(chat: ChatOfUser, all: readonly Step<ChatOfUser>[]): Promise<void> {
  for (const step of all) {
    step.run(chat);
    await settle();
    expectConsistent(chat);
  }
}

const isOf = (uid: string, value: unknown): boolean =>
  (JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...each] : each)) ?? '').includes(uid);

test('CHAT-07 no order of messages, replies, events and reconnects loses or doubles a message', async () => {
  await fc.assert(
    fc.asyncProperty(run, async (all) => {
      browser = stubBrowser();
      const chat = new ChatOfUser('xena');
      chat.start();
      chat.connection.open();
      await settle();
      await play(chat, all);
      browser.localStorage.isFull = false;
      await chat.catchUp();
      expectConsistent(chat);
      expectComplete(chat);
      expect([...browser.localStorage.values.keys()]).toEqual([]);
      chat.visit.end();
    }),
    { numRuns: 300, seed: 26 },
  );
});

test('SESSION-10 after a sign-out at any moment, the next user sees nothing of the previous one, whatever arrives late', async () => {
  await fc.assert(
    fc.asyncProperty(run, run, fc.array(at, { maxLength: 20 }), async (before, after, late) => {
      browser = stubBrowser();
      const first = new ChatOfUser('xena');
      first.start();
      first.connection.open();
      await settle();
      await play(first, before);
      clearChatStorage();
      const second = new ChatOfUser('yuri');
      expect(second.snackbars).toEqual([]);
      const requests = first.connection.pending.splice(0);
      first.visit.end();
      second.start();
      second.connection.open();
      browser.localStorage.isFull = false;
      for (const [index, step] of after.entries()) {
        // What the first user's requests lead to, and their own late actions, arrive during the second visit.
        const request = take(requests, late[index] ?? 0);
        const shown = second.snackbars;
        if (request) first.handle(request, 'now');
        take(first.replies, late[index] ?? 0)?.arrive();
        // Components report a failed action without asking whether their visit has ended.
        first.visit.get(createSnackbars).show('action of xena failed');
        await settle();
        expect(second.snackbars).toBe(shown);
        step.run(second);
        await settle();
        expectConsistent(second);
        expect(isOf('xena', second.state)).toBe(false);
      }
      for (const { arrive } of first.replies) arrive();
      first.visit.get(createChat).open('r1');
      first.visit.get(createOutbox).send({ roomId: 'r1', text: 'from xena, late' });
      browser.localStorage.isFull = false;
      await second.catchUp();
      expectComplete(second);
      expect(isOf('xena', second.state)).toBe(false);
      expect(isOf('xena', [...browser.localStorage.values, ...browser.sessionStorage.values])).toBe(false);
      const { opened, expanded } = second.state;
      const panels = second.visit.get(createSidePanels).store.getState().open;
      expect(panels.map(({ id }) => id)).toEqual(opened && expanded ? ['chat'] : []);
      second.visit.end();
    }),
    { numRuns: 200, seed: 26 },
  );
});
