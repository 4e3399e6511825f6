import type { ChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import { entriesOf, keyOfMessage, waitingEntriesOf } from './postEntries.ts';

const message = (seq: number, authorId: string): ChatMessage => ({
  seq,
  clientId: `c${seq}`,
  authorId,
  at: seq,
  text: `Text ${seq}`,
});
const blocked = new Map([['bo', {}]]);
const kinds = (entries: ReturnType<typeof entriesOf>): string[] =>
  entries.map((entry) =>
    entry.kind === 'hidden' ? `hidden ${entry.seqs.join()}` : `${entry.kind} ${entry.key}`,
  );

test('BOARD-10df comments of blocked users in a row are one entry, unless they have replies', () => {
  const messages = [message(5, 'bo'), message(4, 'bo'), message(3, 'cy'), message(2, 'bo'), message(1, 'bo')];
  expect(kinds(entriesOf(messages, blocked, () => false))).toEqual([
    'hidden 5,4',
    'message cy c3',
    'hidden 2,1',
  ]);
  expect(kinds(entriesOf(messages, blocked, (seq) => seq === 2))).toEqual([
    'hidden 5,4',
    'message cy c3',
    'message bo c2',
    'hidden 1',
  ]);
});

test('BOARD-10dg a comment that has arrived is not shown as waiting, too', () => {
  const waiting = ['c1', 'c2'].map((clientId, at) => ({ clientId, roomId: 'r', text: clientId, at }));
  const entries = waitingEntriesOf(waiting, [message(1, 'me'), message(2, 'cy')], 'me');
  expect(kinds(entries)).toEqual(['waiting me c2']);
  expect(entries[0]?.key).toBe(keyOfMessage(message(2, 'me')));
});
