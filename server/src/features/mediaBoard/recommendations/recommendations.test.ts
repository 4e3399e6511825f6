import { expect, test } from 'vitest';
import { dropAfterMs, Recommendations } from './recommendations.ts';

const shown = new Map([
  ['dawn', []],
  ['dusk', []],
]);

/** Recommendations of a board on which bo likes `dusk`, over a store that counts how often it is read. */
function open() {
  let now = 0;
  const reads = { counts: 0, likers: 0 };
  const recommendations = new Recommendations({
    store: {
      countsOf: async () => {
        reads.counts += 1;
        return { dusk: { likes: 1, changes: 1 } };
      },
      likersOf: async () => {
        reads.likers += 1;
        return ['bo'];
      },
      piecesLikedBy: async () => [],
    },
    monotonicClock: () => now,
    log: { warn: (details) => expect.fail(JSON.stringify(details)) },
  });
  const request = { mode: 'LIVE', mediaBoardId: 'posters', userId: 'ada', shown, limit: 10 } as const;
  return {
    reads,
    recommendations,
    advance: (milliseconds: number) => void (now += milliseconds),
    list: async () => (await recommendations.list(request)).map(({ contentPieceId }) => contentPieceId),
  };
}

test('BOARD-06t requests at once read a board once, and later ones read what differs when a refresh is due', async () => {
  const { reads, recommendations, advance, list } = open();
  const lists = await Promise.all([list(), list(), list()]);
  expect(lists).toEqual(lists.map(() => ['dusk', 'dawn']));
  advance(4_999);
  await list();
  expect(reads).toEqual({ counts: 1, likers: 1 });
  advance(1);
  await Promise.all([list(), list()]);
  await recommendations.stop();
  expect(reads).toEqual({ counts: 2, likers: 1 });
});

test('BOARD-06u the likes of a board are dropped after an hour without requests', async () => {
  const { reads, recommendations, advance, list } = open();
  await list();
  for (const [idleMs, likers] of [
    [dropAfterMs - 1, 1],
    [dropAfterMs - 1, 1],
    [dropAfterMs, 2],
  ] as const) {
    advance(idleMs);
    recommendations.dropUnused();
    await list();
    await recommendations.stop();
    expect(reads.likers).toBe(likers);
  }
});
