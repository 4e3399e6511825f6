import { expect, test } from 'vitest';
import { chatPageSize } from '@foyer/contract/limits';
import type { Connection } from '#platform/realtime/connection';
import type { Actor } from '../actor.ts';
import type { ChatMessageRow } from '../tables.ts';
import { ChatHistory, type ChatHistoryDeps } from './history.ts';

const ada: Actor = { mode: 'LIVE', uid: 'ada', isGuest: false, isHost: false };
const batchSize = 1_000;

/** A room whose messages have these texts, with the sequence numbers 1, 2 …; and the queries for candidates. */
function searchable(texts: readonly string[]) {
  const queries: { texts: readonly string[]; before: number }[] = [];
  const rows = texts.map(
    (text, index) =>
      ({
        seq: index + 1,
        authorId: 'ada',
        clientId: 'c',
        at: 0,
        text,
        updatedSeq: null,
        replyTo: null,
        mentions: null,
        upload: null,
        notice: null,
        editedAt: null,
        deletedBy: null,
      }) as unknown as ChatMessageRow,
  );
  const history = new ChatHistory({
    rooms: { getReadable: async () => ({ range: {} }) },
    historyStore: {
      candidates: async (_range: unknown, parts: readonly string[], before: number, limit: number) => {
        queries.push({ texts: parts, before });
        return rows
          .filter(({ seq }) => seq < before)
          .toReversed()
          .slice(0, limit);
      },
    },
    users: { getMany: async () => new Map() },
    messageLikes: { ofPage: async () => ({}) },
  } as unknown as ChatHistoryDeps);
  const search = async (query: string, before?: number) => {
    const { messages, hasOlder } = await history.search(ada, {
      roomId: 'r',
      query,
      ...(before === undefined ? {} : { before }),
    });
    return { found: messages.map(({ seq }) => seq), hasOlder };
  };
  return { search, queries };
}

const textsOf = (count: number, special: Record<number, string>): string[] =>
  Array.from({ length: count }, (_, index) => special[index + 1] ?? 'Nothing');

test('CHAT-07ja a search looks through all messages of a room, in batches, for those with every word', async () => {
  const special = { 1: 'über den See', 2: 'SEE, Über', 3: 'See', [batchSize + 500]: '  see ÜBER' };
  const { search, queries } = searchable(textsOf(2 * batchSize + 1, special));
  expect(await search(' Über  see ')).toEqual({ found: [batchSize + 500, 2, 1], hasOlder: false });
  expect(queries.map(({ before }) => before)).toEqual([Number.MAX_SAFE_INTEGER, batchSize + 2, 2]);
  expect(await search('über see', 2)).toEqual({ found: [1], hasOlder: false });
});

test('a search ends with the batch that is not full, and with an empty one', async () => {
  for (const [count, batches] of [
    [batchSize - 1, 1],
    [batchSize, 2],
  ] as const) {
    const { search, queries } = searchable(textsOf(count, { 1: 'See' }));
    expect(await search('see')).toEqual({ found: [1], hasOlder: false });
    expect(queries).toHaveLength(batches);
  }
});

test('CHAT-07jb a search ends as soon as it has found more than a page', async () => {
  const seqsFrom = (newest: number) => Array.from({ length: chatPageSize }, (_, index) => newest - index);
  const count = 2 * batchSize;
  const isOneMore = searchable(textsOf(count, {}).fill('See', count - chatPageSize - 1));
  expect(await isOneMore.search('see')).toEqual({ found: seqsFrom(count), hasOlder: true });
  expect(isOneMore.queries).toHaveLength(1);
  const isOnePage = searchable(textsOf(count, {}).fill('See', count - chatPageSize));
  expect(await isOnePage.search('see')).toEqual({ found: seqsFrom(count), hasOlder: false });
  expect(isOnePage.queries).toHaveLength(3);
});

test.each([
  ['see', ['see']],
  ['Übersee im Hafen', ['bersee', 'im', 'hafen']],
  ['ab%cde_fg', ['cde']],
  ['abc_de%f', ['abc']],
  ['a!!b%cde', ['a!!!!b']],
  ['ü %', []],
])(
  'the database looks for the longest part of each word of "%s" that it can compare: %j',
  async (query, texts) => {
    const { search, queries } = searchable([]);
    await search(query);
    expect(queries.map((each) => each.texts)).toEqual([texts]);
  },
);

interface Reading {
  readonly kind?: 'private' | 'global';
  readonly seq?: number;
  readonly isInvisible?: boolean;
  readonly isBlocked?: boolean;
  readonly hasOtherTabs?: boolean;
  readonly isSubscribed?: boolean;
}

/** What happens when Ada reads a room of 9 messages, in which she posted number 4, and others know that she has read it. */
async function read({
  kind = 'private',
  seq = 7,
  isInvisible = false,
  isBlocked = false,
  hasOtherTabs = false,
  isSubscribed = true,
}: Reading) {
  const happened: unknown[] = [];
  const history = new ChatHistory({
    rooms: {
      getReadable: async () => ({
        info: { id: 'r', mode: 'LIVE', kind },
        state: { memberRow: { sharedReadSeq: 4 } },
        range: { lastSeq: 9 },
      }),
    },
    roomStore: {
      markRead: async (_roomId: string, _uid: string, readSeq: number, sharedSeq: number) =>
        happened.push({ readSeq, sharedSeq }),
    },
    historyStore: { newestSeqOf: async () => 4 },
    readReceipts: { update: () => happened.push('receipt') },
    findInvisible: async () => new Set(isInvisible ? ['ada'] : []),
    postingRules: { isBlocked: async () => isBlocked },
    delivery: {
      subscribers: { get: () => (isSubscribed ? {} : undefined) },
      hasOtherTabs: () => hasOtherTabs,
      notifyRoomChanged: async () => happened.push('own tabs'),
    },
  } as unknown as ChatHistoryDeps);
  const caller = { kind: 'account', accountId: 'ada', roles: [] };
  await history.markRead({ mode: 'LIVE', caller } as unknown as Connection, 'r', seq);
  return happened;
}

test.each<[string, Reading, unknown[]]>([
  ['a private room', {}, [{ readSeq: 7, sharedSeq: 7 }, 'receipt']],
  ['more than there is', { seq: 12 }, [{ readSeq: 9, sharedSeq: 9 }, 'receipt']],
  ['a built-in room', { kind: 'global' }, [{ readSeq: 7, sharedSeq: 0 }]],
  ['while invisible', { isInvisible: true }, [{ readSeq: 7, sharedSeq: 4 }]],
  ['while blocked', { isBlocked: true }, [{ readSeq: 7, sharedSeq: 4 }]],
  ['while invisible, what was posted', { isInvisible: true, seq: 3 }, [{ readSeq: 3, sharedSeq: 3 }]],
  ['with another tab', { kind: 'global', hasOtherTabs: true }, [{ readSeq: 7, sharedSeq: 0 }, 'own tabs']],
  ['without a room', { kind: 'global', isSubscribed: false }, [{ readSeq: 7, sharedSeq: 0 }, 'own tabs']],
])(
  'CHAT-07rk reading %s is shared with others only as far as they may know',
  async (_what, reading, happened) => {
    expect(await read(reading)).toEqual(happened);
  },
);
