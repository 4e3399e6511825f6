import { getChatChanges, getChatPosts, openChatRoom, sendChatMessage, type InputOf } from '@foyer/contract';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { randomNumbers } from '../randomNumbers.ts';
import { Conversation } from './conversation.ts';
import { dialoguesFor } from './dialogues.ts';
import { threadsFor } from './threads.ts';
import { chatTopic, discussionTopic, type Topic } from './topic.ts';

type Sent = InputOf<typeof sendChatMessage> & { readonly from: number };

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const lobby = { areaId: 'lobby' };
const lamp = { mediaBoardId: 'nightfall', contentPieceId: 'which-lamp' };

interface Post {
  readonly seq: number;
  readonly clientId: string;
  readonly text: string;
  readonly replyTo?: number;
}

/** A room without a server, and attendees who speak in it. Its first message gets the sequence number 8. */
function openRoom({
  attendees = 3,
  topic = chatTopic(lobby),
  posted = [],
}: { attendees?: number; topic?: Topic; posted?: readonly { readonly text: string }[] } = {}) {
  const sent: Sent[] = [];
  const liked: { from: number; seq: number }[] = [];
  const fromOthers: Post[] = [];
  const results: Readonly<Record<string, () => unknown>> = {
    [openChatRoom.name]: () => ({ room: { id: 'r1', lastSeq: 7 } }),
    [getChatChanges.name]: () => ({ messages: fromOthers.splice(0), throughSeq: 7 }),
    [getChatPosts.name]: () => ({ messages: posted }),
    [sendChatMessage.name]: () => ({ message: { seq: 7 + sent.length } }),
  };
  const speakers = Array.from({ length: attendees }, (_none, from) => ({
    isTalking: false,
    talk: async (command: { readonly name: string }, input: unknown) => {
      if (command.name === sendChatMessage.name) sent.push({ ...(input as Sent), from });
      return results[command.name]?.() as never;
    },
    likeComment: async ({ seq }: { readonly seq: number }) => void liked.push({ from, seq }),
  }));
  const conversation = new Conversation({ topic, speakers: () => speakers, random: randomNumbers(1) });
  conversation.start();
  onTestFinished(() => conversation.stop());
  const post = (text: string, more: Partial<Post> = {}) =>
    fromOthers.push({ seq: 8, clientId: 'c', text, ...more });
  return { sent, liked, conversation, post };
}

test('within a minute the attendees have had a dialogue, each line by its own speaker', async () => {
  const { sent } = openRoom();
  await vi.advanceTimersByTimeAsync(60_000);
  const dialogue = dialoguesFor(lobby).find(([first]) => first?.[1] === sent[0]?.text) ?? [];
  expect(dialogue.length).toBeGreaterThanOrEqual(2);
  const spoken = sent.slice(0, dialogue.length);
  expect(spoken.map(({ text }) => text)).toEqual(dialogue.map(([, text]) => text));
  expect(new Set(spoken.map(({ from }) => from)).size).toBe(new Set(dialogue.map(([role]) => role)).size);
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(sent.length);
});

test('no line is repeated within an hour, and later on dialogues come again', async () => {
  const { sent } = openRoom();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(sent.length).toBeGreaterThan(20);
  expect(new Set(sent.map(({ text }) => text)).size).toBe(sent.length);
  const { length } = sent;
  await vi.advanceTimersByTimeAsync(3 * 3_600_000);
  expect(sent.length).toBeGreaterThan(length + 20);
});

test('an attendee answers what someone else writes', async () => {
  const { sent, post } = openRoom();
  post('Hello everyone');
  await vi.advanceTimersByTimeAsync(20_000);
  const answer = sent.find(({ replyTo }) => replyTo === 8);
  expect(answer?.text).toMatch(/welcome|good to have you/i);
});

test('nobody talks alone, and a stopped conversation sends nothing', async () => {
  const alone = openRoom({ attendees: 1 });
  const stopped = openRoom();
  stopped.conversation.stop();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(alone.sent).toEqual([]);
  expect(stopped.sent).toEqual([]);
});

test('in a discussion the attendees reply to their posts, like some comments, and repeat nothing', async () => {
  const { sent, liked } = openRoom({ topic: discussionTopic(lamp) });
  await vi.advanceTimersByTimeAsync(6 * 3_600_000);
  const threads = threadsFor(lamp);
  expect(sent).toHaveLength(threads.flat().length);
  for (const thread of threads) {
    const first = sent.findIndex(({ text }) => text === thread[0]?.[1]);
    expect(sent.slice(first, first + thread.length).map(({ text, replyTo }) => [text, replyTo])).toEqual(
      thread.map(([, text], no) => [text, no === 0 ? undefined : 8 + first]),
    );
  }
  const likes = new Set(liked.map(({ from, seq }) => `${from} ${seq}`));
  expect(likes.size).toBe(liked.length);
  expect(liked.length).toBeGreaterThan(0);
});

test('what was posted in a discussion before is not posted again', async () => {
  const [first, ...others] = threadsFor(lamp);
  const { sent } = openRoom({ topic: discussionTopic(lamp), posted: [{ text: first?.[0]?.[1] ?? '' }] });
  await vi.advanceTimersByTimeAsync(6 * 3_600_000);
  expect(new Set(sent.map(({ text }) => text))).toEqual(new Set(others.flat().map(([, text]) => text)));
});

test('in a discussion an attendee answers below the post that someone else has replied to', async () => {
  const { sent, post } = openRoom({ topic: { ...discussionTopic(lamp), dialogues: [] } });
  post('And who pays?', { seq: 9, replyTo: 5 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent).toMatchObject([{ replyTo: 5 }]);
  expect(sent[0]?.text).toMatch(/question|wonder/);
});
