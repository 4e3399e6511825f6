/**
 * Orders of what can happen to a discussion: posts, replies, edits, deletions and likes of the user and of others, answers and
 * events that are late, doubled, reordered or lost, reconnects, and a list that is closed, opened, sorted and paged meanwhile.
 */
import { sendChatMessage, type ChatMessage } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { shownLikes } from '../../../../platform/likes/pieceLikes.ts';
import type { SentCommand } from '../../../../testing/fakeVisit.ts';
import { createChat } from '../../model/chat.ts';
import { createChatEngine } from '../../model/engine.ts';
import { createOutbox } from '../../model/outbox.ts';
import { createSendDraft } from '../../model/sendDraft.ts';
import { ChatServerModel, repliesOf } from '../../testing/chatServerModel.ts';
import { arrival, at, InterleavedTab, networkSteps, stepsOf, take } from '../../testing/interleavedTab.ts';
import { dawn, fakeLikeService } from '../../testing/startPosts.ts';
import { stubBrowser, stubBrowserForTests } from '../../testing/stubBrowser.ts';
import { createPostsWith } from './posts.ts';
import { keyOfPlace, type PostList } from './postsState.ts';

stubBrowserForTests();

const settle = () => vi.advanceTimersByTimeAsync(0);
const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
/** Ada's tab, and the discussion on the server. */
class Discussion extends InterleavedTab {
  readonly server = new ChatServerModel('ada', [], { d1: dawn });
  readonly likeRequests: SentCommand[] = [];
  readonly posts = createPostsWith(this.visit, {
    loadService: () => Promise.resolve(fakeLikeService(this.likeRequests)),
    signInGuest: () => Promise.resolve(true),
  });
  readonly sent: string[] = [];
  private sentCount = 0;
  private readonly closes: (() => void)[] = [];

  constructor() {
    super();
    for (let no = 0; no < 6; no += 1) this.server.post('d1', 'bo', `bo ${no}`);
    this.server.post('d1', 'bo', 'bo replies', { replyTo: 2 });
    this.visit.get(createChat).identify('ada');
    this.visit.get(createChatEngine);
    this.open();
    this.connection.open();
  }

  get list(): PostList | undefined {
    return this.posts.store.getState().lists.get(keyOfPlace(dawn));
  }

  get messages(): ChatMessage[] {
    return this.server.rooms.get('d1')?.messages ?? [];
  }

  /** Whether the venue shows the discussion. */
  get isShown(): boolean {
    return this.server.rooms.get('d1')?.isShown === true;
  }

  open(): void {
    this.closes.push(this.posts.open(dawn));
  }

  close(): void {
    this.closes.pop()?.();
  }

  send(replyTo?: number): void {
    if (!this.state.rooms.has('d1')) return;
    this.sentCount += 1;
    const text = `ada ${this.sentCount}`;
    this.sent.push(text);
    this.visit.get(createOutbox).send({ roomId: 'd1', text, replyTo });
  }

  protected override answer(name: string, input: unknown): unknown {
    const { commentId = '', text } = input as { readonly commentId?: string; readonly text?: string };
    if (name === 'like' || name === 'unlike') return this.server.setLiked(commentId, name === 'like');
    try {
      return super.answer(name, input);
    } catch (error) {
      // The user gets a message that it was not sent.
      const at = name === sendChatMessage.name ? this.sent.indexOf(text ?? '') : -1;
      if (at !== -1) this.sent.splice(at, 1);
      throw error;
    }
  }

  async catchUp(): Promise<void> {
    if (!this.connection.isOnline) this.connection.open();
    for (let quiet = 0, round = 0; quiet < 12; round += 1) {
      if (round > 200) throw new Error('the discussion does not come to rest');
      await vi.advanceTimersByTimeAsync(5_000);
      const requests = [...this.connection.pending.splice(0), ...this.likeRequests.splice(0)];
      const events = this.server.events.splice(0);
      const replies = this.replies.splice(0);
      quiet = requests.length + events.length + replies.length === 0 ? quiet + 1 : 0;
      for (const request of requests) this.handle(request, 'now');
      for (const event of events) this.receive(event);
      for (const { arrive } of replies) arrive();
    }
  }
}

const seqsOf = (messages: readonly ChatMessage[]): number[] => messages.map(({ seq }) => seq);

/** What holds at every moment. */
function expectConsistent({ list, state, sent, messages }: Discussion): void {
  for (const text of sent) {
    const isThere =
      state.outbox.some((each) => each.text === text) || messages.some((each) => each.text === text);
    // A deleted message has no text.
    expect(isThere || messages.some(({ deletedBy }) => deletedBy), `${text} is lost`).toBe(true);
  }
  if (!list) {
    expect(state.openPlaces.size).toBe(0);
    return;
  }
  const all = seqsOf([...list.posts, ...list.newPosts]);
  expect(all).toEqual([...new Set(all)]);
  expect(seqsOf(list.newPosts)).toEqual(seqsOf(list.newPosts).toSorted((a, b) => b - a));
  for (const { messages: replies } of list.replies.values())
    expect(seqsOf(replies)).toEqual([...new Set(seqsOf(replies))].toSorted((a, b) => a - b));
  for (const { deletedBy, seq } of [...list.posts, ...list.newPosts])
    if (deletedBy) expect(list.replyCounts.get(seq)).toBeGreaterThan(0);
}

const isKept = ({ deletedBy }: ChatMessage): boolean => deletedBy === undefined;

/** What holds when everything has arrived and was loaded. */
function expectComplete({ list, state, messages, server }: Discussion): void {
  expect(state.outbox.filter(({ errorCode }) => errorCode === undefined)).toEqual([]);
  expect(list?.status).toBe('ready');
  if (!list) return;
  const room = server.rooms.get('d1') ?? expect.fail('no room');
  expect(list.newPosts).toEqual([]);
  const posts = server.postsOf(room, 'newest');
  // Deleted posts that got a reply later may be missing until the list is read again.
  expect(list.posts.filter(isKept).toSorted((a, b) => b.seq - a.seq)).toEqual(posts.filter(isKept));
  for (const { seq } of list.posts) {
    const replies = repliesOf(messages, seq);
    expect(list.replyCounts.get(seq), `replies of ${seq}`).toBe(replies.length);
    const opened = list.replies.get(seq);
    if (!opened) continue;
    expect([opened.status, opened.hasMore]).toEqual(['ready', false]);
    expect(opened.messages).toEqual(replies);
  }
  const replies = [...list.replies.values()].flatMap((opened) => opened.messages);
  for (const { seq } of [...list.posts.filter(isKept), ...replies]) {
    const { likes = 0, liked = false } = room.likes.get(seq) ?? {};
    const shown = list.likes.get(seq);
    expect(shown ? shownLikes(shown) : { likes: 0, isLiked: false }, `likes of ${seq}`).toEqual({
      likes,
      isLiked: liked,
    });
  }
}

const posts = (messages: readonly ChatMessage[]): ChatMessage[] =>
  messages.filter((each) => isKept(each) && each.replyTo === undefined);

const named = stepsOf<Discussion>();
const steps = fc.oneof(
  { weight: 3, arbitrary: named('send', fc.constant(0), (discussion) => discussion.send()) },
  {
    weight: 3,
    arbitrary: named('reply to', at, (discussion, no) => {
      const post = pick((discussion.list?.posts ?? []).filter(isKept), no);
      if (post) discussion.send(post.seq);
    }),
  },
  {
    weight: 3,
    arbitrary: named('handle like', fc.record({ at, reply: arrival }), (discussion, step) => {
      const request = take(discussion.likeRequests, step.at);
      if (request) discussion.handle(request, step.reply);
    }),
  },
  {
    weight: 4,
    arbitrary: named('post of other', fc.constantFrom('bo', 'ada'), ({ server, isShown }, author) => {
      if (isShown) server.post('d1', author, 'from another tab');
    }),
  },
  {
    weight: 4,
    arbitrary: named('reply of other', at, ({ server, messages, isShown }, no) => {
      const post = pick(posts(messages), no);
      if (post && isShown) server.post('d1', 'bo', 'reply', { replyTo: post.seq });
    }),
  },
  {
    weight: 4,
    arbitrary: named(
      'change',
      fc.record({ at, isDeletion: fc.boolean() }),
      ({ server, messages, isShown }, step) => {
        const message = pick(messages.filter(isKept), step.at);
        if (message && isShown)
          server.change(
            'd1',
            message.seq,
            step.isDeletion ? { text: '', deletedBy: 'host' } : { editedAt: step.at },
          );
      },
    ),
  },
  {
    weight: 2,
    arbitrary: named('edit', at, ({ visit, state, messages }, no) => {
      const message = pick(
        messages.filter((each) => isKept(each) && each.authorId === 'ada'),
        no,
      );
      const room = state.rooms.get('d1');
      if (!message || !room) return;
      const editing = { seq: message.seq, before: { text: '', named: [] } };
      visit.get(createSendDraft)(room, { text: message.text, named: [], editing }, []);
    }),
  },
  {
    weight: 3,
    arbitrary: named('like of other', at, ({ server, messages, isShown }, no) => {
      const message = pick(messages.filter(isKept), no);
      if (message && isShown) server.likeByOther('d1', message.seq);
    }),
  },
  {
    weight: 4,
    arbitrary: named('toggle like', at, ({ posts: model, list }, no) => {
      const message = pick(list?.posts ?? [], no);
      // A like that is not stored is reported to the component.
      if (message) model.toggleLike(dawn, message.seq).catch(() => undefined);
    }),
  },
  {
    weight: 2,
    arbitrary: named('order', fc.constantFrom('newest' as const, 'mostLiked' as const), (discussion, order) =>
      discussion.posts.setOrder(dawn, order),
    ),
  },
  { weight: 3, arbitrary: named('show new', fc.constant(0), ({ posts: model }) => model.showNewPosts(dawn)) },
  { weight: 3, arbitrary: named('load more', fc.constant(0), ({ posts: model }) => model.loadMore(dawn)) },
  {
    weight: 3,
    arbitrary: named('open replies', at, ({ posts: model, list }, no) => {
      const post = pick(list?.posts ?? [], no);
      if (post) model.openReplies(dawn, post.seq);
    }),
  },
  {
    weight: 2,
    arbitrary: named('more replies', at, ({ posts: model, list }, no) => {
      const seq = pick([...(list?.replies.keys() ?? [])], no);
      if (seq !== undefined) model.loadMoreReplies(dawn, seq);
    }),
  },
  {
    weight: 1,
    arbitrary: named('close replies', at, ({ posts: model, list }, no) => {
      const seq = pick([...(list?.replies.keys() ?? [])], no);
      if (seq !== undefined) model.closeReplies(dawn, seq);
    }),
  },
  { weight: 1, arbitrary: named('open', fc.constant(0), (discussion) => discussion.open()) },
  { weight: 1, arbitrary: named('close', fc.constant(0), (discussion) => discussion.close()) },
  { weight: 1, arbitrary: named('retry', fc.constant(0), ({ posts: model }) => model.retry(dawn)) },
  {
    weight: 1,
    arbitrary: named('publish', fc.boolean(), ({ server }, isShown) => {
      const room = server.rooms.get('d1');
      if (room) room.isShown = isShown;
    }),
  },
  ...networkSteps<Discussion>({ handle: 20, reply: 10, event: 20 }),
);

/** Loads everything. */
async function loadAll(discussion: Discussion): Promise<void> {
  const { posts: model } = discussion;
  const room = discussion.server.rooms.get('d1');
  if (room) room.isShown = true;
  await discussion.catchUp();
  if (!discussion.list) discussion.open();
  model.retry(dawn);
  await discussion.catchUp();
  model.showNewPosts(dawn);
  await discussion.catchUp();
  // A post may move from one page to another while it is liked.
  model.setOrder(dawn, 'newest');
  await discussion.catchUp();
  for (let page = 0; page < 50 && discussion.list?.hasMore === true; page += 1) {
    model.loadMore(dawn);
    await discussion.catchUp();
  }
  for (let page = 0; page < 50; page += 1)
    for (const [seq, { hasMore }] of discussion.list?.replies ?? [])
      if (hasMore) {
        model.loadMoreReplies(dawn, seq);
        await discussion.catchUp();
      }
}

test('BOARD-10ba WALL-01ba no order of posts, replies, likes, answers, events and reconnects leaves a list that differs from the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 120, size: 'max' }), async (all) => {
      stubBrowser();
      const discussion = new Discussion();
      await discussion.catchUp();
      for (const step of all) {
        step.run(discussion);
        await settle();
        expectConsistent(discussion);
      }
      await loadAll(discussion);
      expectConsistent(discussion);
      expectComplete(discussion);
      discussion.visit.end();
    }),
    { numRuns: 500, seed: 18 },
  );
});
