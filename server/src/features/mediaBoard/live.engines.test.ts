import { closeMediaBoard, mediaBoardLikes, openMediaBoard, ping } from '@foyer/contract';
import { expect, test } from 'vitest';
import { testEngine } from '#testing/database';
import { startFoyer } from '#testing/foyer';
import { Nodes } from '#testing/nodes';
import { connectTab, type Tab } from '#testing/tab';
import {
  createAuthors,
  openPosters,
  publishBoards,
  sendLike,
  sendUnlike,
  startBoards,
  type Author,
} from './testing/mediaBoards.ts';

/** Waits for the event with these likes of `dawn`. */
const nextLikes = (tab: Tab, likes: number) =>
  tab.next(mediaBoardLikes, ({ counts }) => counts['dawn']?.likes === likes);

const likesIn = ({ events }: Tab) => events.filter(({ event }) => event === mediaBoardLikes.name);

test('BOARD-03c every tab with the board open gets the new count, and no other tab', async () => {
  const foyer = await startBoards();
  const [ada, bo] = (await createAuthors(foyer, 2)) as [Author, Author];
  const [one, two, other, closed] = await Promise.all(
    [ada, bo, bo, bo].map((as) => connectTab(foyer, { as })),
  );
  for (const tab of [one, two, closed]) expect(await openPosters(tab!)).toEqual({});
  await other!.must(openMediaBoard, { mediaBoardId: 'films' });
  await closed!.must(closeMediaBoard, { mediaBoardId: 'posters' });
  await sendLike(foyer, ada);
  for (const tab of [one, two])
    expect(await nextLikes(tab!, 1)).toEqual({
      mediaBoardId: 'posters',
      counts: { dawn: { likes: 1, changes: 1 } },
    });
  await sendUnlike(foyer, ada);
  expect(await nextLikes(one!, 0)).toMatchObject({ counts: { dawn: { changes: 2 } } });
  for (const tab of [other, closed]) {
    await tab!.must(ping, {});
    expect(likesIn(tab!)).toEqual([]);
  }
});

test('BOARD-03d a tab that reconnects gets all counts, and the changes after them', async () => {
  const foyer = await startBoards();
  const [ada, bo] = (await createAuthors(foyer, 2)) as [Author, Author];
  const before = await connectTab(foyer, { as: bo });
  expect(await openPosters(before)).toEqual({});
  before.socket.terminate();
  await sendLike(foyer, ada);
  await sendLike(foyer, ada, { contentPieceId: 'dusk' });
  const after = await connectTab(foyer, { as: bo });
  const one = { likes: 1, changes: 1 };
  expect(await openPosters(after)).toEqual({ dawn: one, dusk: one });
  await sendLike(foyer, bo);
  expect(await nextLikes(after, 2)).toEqual({
    mediaBoardId: 'posters',
    counts: { dawn: { likes: 2, changes: 2 } },
  });
});

test('BOARD-03j a media board that the venue does not show cannot be opened', async () => {
  const foyer = await startFoyer();
  const tab = await connectTab(foyer, { as: 'anonymous' });
  const openBoard = async () => (await tab.ask(openMediaBoard, { mediaBoardId: 'posters' })).error;
  const error = { code: 'notFound', errMsg: 'The venue has no media board posters.' };
  expect(await openBoard()).toMatchObject(error);
  const version = await publishBoards(foyer);
  expect(await openBoard()).toBeUndefined();
  await publishBoards(foyer, { films: ['trailer'] }, version);
  expect(await openBoard()).toMatchObject(error);
});

if (testEngine === 'postgres')
  test('BOARD-03k the tabs of a user on two nodes get the same counts', async () => {
    const { foyers } = await Nodes.start(2, startBoards);
    const [here, there] = foyers as [(typeof foyers)[0], (typeof foyers)[0]];
    const authors = await createAuthors(here, 6);
    const [ada] = authors as [Author];
    const tabs = [await connectTab(here, { as: ada }), await connectTab(there, { as: ada })];
    for (const tab of tabs) expect(await openPosters(tab)).toEqual({});
    await Promise.all(authors.map((author, no) => sendLike(no % 2 === 0 ? here : there, author)));
    for (const tab of tabs)
      expect(await nextLikes(tab, 6)).toMatchObject({ counts: { dawn: { changes: 6 } } });
    await sendUnlike(there, ada);
    for (const tab of tabs) await nextLikes(tab, 5);
  });
