import {
  closeCommentCounts,
  commentCountsChanged,
  openCommentCounts,
  type CommentCounts,
} from '@foyer/contract';
import { expect, test, vi } from 'vitest';
import { createFakeVisit } from '../../../testing/fakeVisit.ts';
import { commentsOf, createBoardCommentCounts } from './commentCounts.ts';

const posters = { mediaBoardId: 'posters' };
const count = (comments: number, changes = comments) => ({ comments, changes });

/** The board `posters`, open and connected. */
function openPosters() {
  const visit = createFakeVisit();
  const { realtime } = visit;
  const { store, open } = visit.get(createBoardCommentCounts);
  const close = open('posters');
  realtime.open();
  const sent = () => realtime.pending.map(({ name, input }) => [name, input]);
  return {
    realtime,
    open,
    close,
    sent,
    shown: (id: string) => commentsOf(store.getState(), 'posters', id),
    reply: async (counts: CommentCounts) => {
      const [command] = realtime.pending;
      command?.resolve({ counts });
      await vi.waitFor(() => expect(realtime.pending).not.toContain(command));
      await Promise.resolve();
    },
    change: (counts: CommentCounts, board = posters) =>
      realtime.emit(commentCountsChanged, { ...board, counts }),
  };
}

test('BOARD-01r the comments of a board are known with the reply and changed by events of this board, of which an older one is ignored', async () => {
  const { sent, shown, reply, change } = openPosters();
  expect(sent()).toEqual([[openCommentCounts.name, posters]]);
  change({ dawn: count(3, 5) });
  expect(shown('dawn')).toBeUndefined();
  await reply({ dawn: count(2, 4), dusk: count(1) });
  expect([shown('dawn'), shown('dusk'), shown('noon')]).toEqual([3, 1, 0]);
  change({ dusk: count(0, 2), noon: count(1) });
  change({ dusk: count(1) });
  change({ noon: count(9) }, { mediaBoardId: 'films' });
  expect([shown('dawn'), shown('dusk'), shown('noon')]).toEqual([3, 0, 1]);
});

test('BOARD-01s a tab that reconnects gets all comments of its boards, and shows the last known ones until then', async () => {
  const { realtime, sent, shown, reply } = openPosters();
  await reply({ dawn: count(2) });
  realtime.lose();
  expect(shown('dawn')).toBe(2);
  realtime.open();
  expect(sent()).toEqual([[openCommentCounts.name, posters]]);
  await reply({ dawn: count(4), dusk: count(1) });
  expect([shown('dawn'), shown('dusk')]).toEqual([4, 1]);
});

test('two components share the subscription to a board, which ends with the last of them', async () => {
  const { open, close, sent, shown, reply, change } = openPosters();
  const closeOther = open('posters');
  await reply({});
  close();
  expect(sent()).toEqual([]);
  closeOther();
  expect(sent()).toEqual([[closeCommentCounts.name, posters]]);
  change({ dawn: count(1) });
  expect(shown('dawn')).toBe(0);
});
