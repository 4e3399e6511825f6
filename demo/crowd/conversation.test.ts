import { getChatChanges, openChatRoom, sendChatMessage, type InputOf } from '@foyer/contract';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { randomNumbers } from '../randomNumbers.ts';
import { Conversation } from './conversation.ts';
import { dialoguesFor } from './dialogues.ts';

type Sent = InputOf<typeof sendChatMessage> & { readonly from: number };

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A chat room without a server, and attendees who speak in it. */
function openRoom({ attendees = 3 } = {}) {
  const sent: Sent[] = [];
  const fromOthers: { seq: number; clientId: string; text: string }[] = [];
  const results: Readonly<Record<string, () => unknown>> = {
    [openChatRoom.name]: () => ({ room: { id: 'r1', lastSeq: 7 } }),
    [getChatChanges.name]: () => ({ messages: fromOthers.splice(0), throughSeq: 7 }),
  };
  const speakers = Array.from({ length: attendees }, (_none, from) => ({
    isTalking: false,
    talk: async (command: { readonly name: string }, input: unknown) => {
      if (command.name === sendChatMessage.name) sent.push({ ...(input as Sent), from });
      return results[command.name]?.() as never;
    },
  }));
  const place = { areaId: 'lobby' };
  const conversation = new Conversation({ place, speakers: () => speakers, random: randomNumbers(1) });
  conversation.start();
  onTestFinished(() => conversation.stop());
  return { sent, conversation, post: (text: string) => fromOthers.push({ seq: 8, clientId: 'c', text }) };
}

test('within a minute the attendees have had a dialogue, each line by its own speaker', async () => {
  const { sent } = openRoom();
  await vi.advanceTimersByTimeAsync(60_000);
  const dialogue = dialoguesFor({ areaId: 'lobby' }).find(([first]) => first?.[1] === sent[0]?.text) ?? [];
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
