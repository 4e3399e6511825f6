/** Finding, opening and liking the cards of a board. */
import {
  commentCountsChanged,
  likeContent,
  listLikes,
  listRecommendations,
  mediaBoardLikes,
  openCommentCounts,
  openMediaBoard,
  type Asset,
  type Like,
  type LikeCounts,
  type Recommendation,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { RejectedCall, type FakeServer } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { holdTimers } from '../../testing/holdTimers.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { filmFrame, filmRequests } from '../../testing/vimeoFilm.ts';
import { askingForConsent, hotspot, lounge, replaceResponses } from '../testing/widgetPage.ts';
import {
  board,
  card,
  opened,
  publish,
  serverWithBoard,
  texts,
  type Configuration,
  type Piece,
} from './testing/boardPage.ts';

const pieces: readonly Piece[] = [
  card('rings', 'Light rings', {
    names: texts('Light rings', 'حلقات الضوء'),
    assets: [{ locale: 'en', assetId: 'poster-light' }],
    descriptions: texts('<p>The <b>café</b> at night</p>'),
    tags: ['Light'],
  }),
  card('question', 'Which lamp?', { descriptions: texts('<p>Which one would you switch off?</p>') }),
  card('site', 'Dark skies', {
    uris: [{ locale: 'en', uri: 'https://www.example.org/skies' }],
    coverAssetId: 'poster-light',
    tags: ['Sky', `A tag ${'of many words '.repeat(10)}`],
  }),
  card('lost', `A removed file ${'with a long name '.repeat(20)}`, {
    assets: [{ locale: 'en', assetId: 'nowhere' }],
  }),
  card('plan', 'Plan', { assets: [{ locale: 'en', assetId: 'slides' }] }),
];

/** With it, the board has enough cards for top rated ones. */
const late = card('late', 'Late');

const countsOf = (likes: Readonly<Record<string, number>>, changes = 1): LikeCounts =>
  Object.fromEntries(Object.entries(likes).map(([id, count]) => [id, { likes: count, changes }]));

const initial = countsOf({ rings: 2, question: 12_400, site: 5 });

const serverOf = (contentPieces: readonly Piece[] = pieces, more: Partial<Configuration> = {}): FakeServer =>
  serverWithBoard({
    contentPieces: [...contentPieces],
    recommendations: true,
    topRated: true,
    search: true,
    ...more,
  })
    .change((_, { assets }) => {
      const light = assets.find(({ id }) => id === 'poster-light') as Asset;
      assets.push({ ...light, id: 'slides', mediaType: 'application/vnd.ms-powerpoint', bytes: 2_500_000 });
    })
    .onCommand(openMediaBoard, () => ({ counts: initial }))
    .respondTo(listRecommendations, () => ({ data: [] }));

const recommendations: readonly Recommendation[] = [
  { contentPieceId: 'site', because: { kind: 'liked', contentPieceId: 'rings' } },
  { contentPieceId: 'question', because: { kind: 'popular' } },
];

const button = (page: AppPage, name: string | RegExp): Locator =>
  board(page).getByRole('button', { name, exact: true });
const opener = (page: AppPage, id: string): Locator => board(page).getByCSS(`[data-card="${id}"]`);
const heart = (page: AppPage, name: string): Locator =>
  board(page).getByRole('article').filter({ hasText: name }).getByRole('button', { name: /^Like/ });
const shown = (page: AppPage): string[] =>
  [...page.document.querySelectorAll<HTMLElement>('[data-card]')].map(({ dataset }) => dataset['card'] ?? '');

async function openBoard(options: PageOptions = {}, path = opened): Promise<AppPage> {
  const page = await openPage(path, { server: serverOf(), ...options });
  await expect.element(board(page)).toBeVisible();
  return page;
}

test('BOARD-07c BOARD-09b WIDGET-08a cards are found by words, kinds and tags, and ordered by likes; they stay in place while likes arrive', async () => {
  const page = await openBoard({ server: serverOf([...pieces, late]) });
  await expect.element(heart(page, 'Light rings')).toHaveAccessibleName('Like, 2 likes, Light rings');
  await expect.element(heart(page, 'Which lamp?')).toHaveAccessibleName('Like, 12,400 likes, Which lamp?');
  await expect.element(heart(page, 'Which lamp?')).toHaveTextContent('12.4k');
  expect(shown(page)).toEqual(['rings', 'question', 'site', 'lost', 'plan', 'late']);
  await expect.element(opener(page, 'rings')).toHaveAccessibleName('Light rings, Picture, Top rated');
  await page.expectAccessible('.widgetPanel_panel');

  await board(page).getByRole('combobox', { name: 'Sort: Default order' }).click();
  await page.getByRole('option', { name: 'Most liked' }).click();
  await expect.poll(() => shown(page)).toEqual(['question', 'site', 'rings', 'late', 'plan', 'lost']);
  page.server.broadcast(mediaBoardLikes, { mediaBoardId: 'ideas', counts: countsOf({ lost: 30 }, 2) });
  await expect.element(heart(page, 'A removed file')).toHaveTextContent('30');
  expect(shown(page)).toEqual(['question', 'site', 'rings', 'late', 'plan', 'lost']);
  await button(page, 'Sort again').click();
  await expect.poll(() => shown(page)).toEqual(['question', 'lost', 'site', 'rings', 'late', 'plan']);
  await expect.element(button(page, 'Sort again')).not.toBeInTheDocument();
  await button(page, 'Top rated').click();
  await expect.poll(() => shown(page)).toEqual(['question', 'lost', 'site']);

  await board(page).getByRole('searchbox', { name: 'Search 6 cards' }).fill('CAFE');
  await expect.element(board(page).getByText('Nothing found')).toBeVisible();
  await button(page, 'Show all cards').click();
  await expect.poll(() => shown(page)).toHaveLength(6);
  await button(page, 'Light').click();
  await expect.poll(() => shown(page)).toEqual(['rings']);
  await button(page, 'Links').click();
  await expect.element(board(page).getByText('Nothing here with these filters')).toBeVisible();
  await button(page, 'Light').click();
  await expect.poll(() => shown(page)).toEqual(['site']);
});

test('BOARD-01t cards show how many comments they have, live; a press on the number opens the card', async () => {
  const server = serverOf(pieces, { liveDiscussion: true }).onCommand(openCommentCounts, () => ({
    counts: { rings: { comments: 1, changes: 1 }, question: { comments: 12_400, changes: 20_000 } },
  }));
  const page = await openBoard({ server });
  await expect.element(opener(page, 'rings')).toHaveAccessibleName('Light rings, Picture, 1 comment');
  await expect.element(opener(page, 'question')).toHaveAccessibleName('Which lamp?, Text, 12,400 comments');
  await expect.element(opener(page, 'plan')).toHaveAccessibleName('Plan, Document, 0 comments');
  const comments = (name: string) =>
    board(page).getByRole('article').filter({ hasText: name }).getByCSS('.boardCard_comments');
  await expect.element(comments('Which lamp?')).toHaveTextContent('12.4k');
  page.server.broadcast(commentCountsChanged, {
    mediaBoardId: 'ideas',
    counts: { rings: { comments: 2, changes: 2 } },
  });
  await expect.element(comments('Light rings')).toHaveTextContent('2');
  await page.expectAccessible('.widgetPanel_panel');
  // The button that opens the card is over it.
  await comments('Light rings').click({ force: true });
  await expect.element(button(page, 'Back to the board')).toBeVisible();
  expect(page.path).toBe(`${opened}&card=rings`);
});

test('BOARD-03ba ROLE-04ba a guest likes a card in the grid without opening it, and finds it among the liked ones', async () => {
  const server = serverOf().respondTo(likeContent, () => ({ likes: 3, changes: 2 }));
  const page = await openBoard({ server });
  const rings = heart(page, 'Light rings');
  await expect.element(rings).toHaveAccessibleName('Like, 2 likes, Light rings');
  await expect.element(button(page, 'Liked 0')).toBeVisible();
  await rings.click();
  await expect.element(rings).toHaveAttribute('aria-pressed', 'true');
  await expect.element(rings).toHaveAccessibleName('Like, 3 likes, Light rings');
  expect(page.path).toBe(opened);
  await expect
    .poll(() => server.calls(likeContent)[0]?.body)
    .toMatchObject({ mediaBoardId: 'ideas', contentPieceId: 'rings' });
  await button(page, 'Liked 1').click();
  await expect.poll(() => shown(page)).toEqual(['rings']);
});

test('BOARD-03bb a like without a network is taken back, and the message says that the user is offline', async () => {
  const server = serverOf().lose(likeContent);
  const page = await openBoard({ server });
  const rings = heart(page, 'Light rings');
  await expect.element(rings).toHaveAccessibleName('Like, 2 likes, Light rings');
  page.setOnline(false);
  await rings.click();
  await expect.element(page.getByText('You’re offline, so your like couldn’t be updated.')).toBeVisible();
  await expect.element(rings).toHaveAttribute('aria-pressed', 'false');
  await expect.element(rings).toHaveAccessibleName('Like, 2 likes, Light rings');
});

test('BOARD-01d TRACK-10a AREA-10s a card has an address, keys lead to the next one, and Back and Escape to its place in the grid', async () => {
  const page = await openPage(lounge, { server: serverOf() });
  await expect.element(hotspot(page, 'Ideas')).toBeInTheDocument();
  (hotspot(page, 'Ideas').element() as SVGElement).focus();
  await page.press('{Enter}');
  await expect.element(opener(page, 'rings')).toBeVisible();
  // What the panel covers does not take the focus.
  await expect.element(page.getByCSS('.dock_bar')).not.toBeVisible();
  await page.tabTo(opener(page, 'rings'));
  await page.press('{ArrowRight}');
  await expect.element(opener(page, 'question')).toHaveFocus();
  await page.press('{End}{ArrowLeft}{Home}{ArrowRight}{Enter}');
  const region = (name: string): Locator => board(page).getByRole('region', { name });
  await expect.element(region('Which lamp?')).toHaveFocus();
  expect(page.path).toBe(`${opened}&card=question`);
  await expect.element(board(page).getByText('Which one would you switch off?').last()).toBeVisible();
  await page.press('{ArrowRight}');
  await expect.element(region('Dark skies')).toBeVisible();
  expect(page.path).toBe(`${opened}&card=site`);
  await expect
    .element(board(page).getByRole('link', { name: /Open www\.example\.org/ }))
    .toHaveAttribute('href', 'https://www.example.org/skies');
  await expect.element(board(page).getByRole('status').getByText('Dark skies 3 of 5')).toBeVisible();
  await page.expectAccessible('.widgetPanel_panel');
  page.back();
  await expect.element(opener(page, 'site')).toHaveFocus();
  expect(page.path).toBe(opened);
  await page.press('{ArrowLeft}{ArrowLeft}{Enter}');
  await expect.element(region('Light rings')).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(opener(page, 'rings')).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(hotspot(page, 'Ideas')).toHaveFocus();
  await expectEvents(
    page.server,
    ['contentCard'],
    ['question', 'site', 'rings'].map(
      (id) => `contentCard open area=lounge widget=board type=MediaBoardWidget card=${id}`,
    ),
  );
});

test('BOARD-01e an address opens its card and is copied by Share; of one that is gone the board says so', async () => {
  const copied: string[] = [];
  const page = await openBoard(
    {
      prepare(window) {
        Object.defineProperty(window.navigator, 'clipboard', {
          value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
        });
        // The button says for three seconds that it has copied.
        holdTimers((ms) => ms === 3_000)(window);
      },
    },
    `${opened}&card=lost&view=picture`,
  );
  await expect.element(board(page).getByText('This file isn’t available')).toBeVisible();
  await button(page, 'Share').click();
  await expect.element(button(page, 'Link copied')).toBeVisible();
  expect(copied).toEqual([`${location.origin}${opened}&card=lost`]);
  await button(page, 'Next card').click();
  await expect.element(board(page).getByText('This file can’t be shown here')).toBeVisible();
  await page.goto(`${opened}&card=nowhere`);
  await expect.element(board(page).getByText('This card isn’t on this board.')).toBeVisible();
  await expect.poll(() => shown(page)).toHaveLength(5);
});

test('BOARD-01j a publication that removes the open card shows the board, whose cards still open', async () => {
  const page = await openPage(lounge, { server: serverOf() });
  await hotspot(page, 'Ideas').click();
  await opener(page, 'rings').click();
  await expect.element(board(page).getByRole('region', { name: 'Light rings' })).toBeVisible();
  publish(page, ({ contentPieces }) => void contentPieces.shift());
  await expect.element(board(page).getByText('This card isn’t on this board.')).toBeVisible();
  await expect.poll(() => shown(page)).toEqual(['question', 'site', 'lost', 'plan']);
  await opener(page, 'question').click();
  await expect.element(board(page).getByRole('region', { name: 'Which lamp?' })).toBeVisible();
  await button(page, 'Close').click();
  await expect.element(board(page)).not.toBeInTheDocument();
});

for (const [language, forward, back] of [
  ['en', 'ArrowRight', 'ArrowLeft'],
  ['ar', 'ArrowLeft', 'ArrowRight'],
] as const)
  test(`BOARD-09f the filters are one Tab stop, and the arrow keys move between them in ${language}`, async () => {
    const page = await openPage(opened, { server: serverOf(), language });
    const chips = () => [
      ...page.document.querySelectorAll<HTMLElement>('[data-dialog] [role="toolbar"] [aria-pressed]'),
    ];
    const focused = () => chips().findIndex((chip) => chip === page.document.activeElement);
    await expect.poll(() => chips().length).toBeGreaterThan(5);
    page.document.querySelector<HTMLElement>('[data-dialog] input')?.focus();
    for (let tabs = 0; tabs < 3 && focused() === -1; tabs++) await page.press('{Tab}');
    expect(focused()).toBe(0);
    await page.press(`{${forward}}{${forward}}`);
    expect(focused()).toBe(2);
    await page.press(`{${back}}`);
    expect(focused()).toBe(1);
    await page.press('{Tab}');
    expect(focused()).toBe(-1);
    await page.press('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe(1);
    await page.press(`{${back}}{${back}}`);
    expect(focused()).toBe(chips().length - 1);
    await page.press(`{${forward}}`);
    expect(focused()).toBe(0);
  });

test('BOARD-06bc BOARD-01da recommended and liked cards of other widgets with the board lead to no empty view, and are not counted', async () => {
  const elsewhere = { contentPieceId: 'elsewhere', because: { kind: 'popular' } } as const;
  const like = (contentPieceId: string): Like => ({
    uuid: crypto.randomUUID(),
    authorId: 'u1',
    mediaBoardId: 'ideas',
    contentPieceId,
    creationTimestamp: 0,
  });
  const server = serverOf()
    .respondTo(listRecommendations, () => ({ data: [elsewhere] }))
    .respondTo(listLikes, () => ({ likes: [like('elsewhere'), like('plan')] }));
  const page = await openPage(lounge, { server });
  await hotspot(page, 'Ideas').click();
  await expect.element(button(page, 'Liked 1')).toBeVisible();
  publish(page, ({ contentPieces }) => void contentPieces.push(card('elsewhere', 'Now here')));
  await expect.element(button(page, 'Liked 2')).toBeVisible();
  await expect.element(button(page, 'For you')).toBeVisible();
  publish(page, ({ contentPieces }) => void contentPieces.pop());
  await expect.element(button(page, 'For you')).not.toBeInTheDocument();
  await expect.element(button(page, 'Liked 1')).toBeVisible();
});

test('BOARD-09e a publication keeps what is searched, filtered and sorted, but no tag and no view that is gone', async () => {
  const server = serverOf().respondTo(listRecommendations, () => ({ data: [...recommendations] }));
  const page = await openPage(lounge, { server });
  await hotspot(page, 'Ideas').click();
  await button(page, 'Light').click();
  await board(page).getByRole('combobox', { name: /^Sort/ }).click();
  await page.getByRole('option', { name: 'By name' }).click();
  await board(page).getByRole('searchbox').fill('light');
  await expect.poll(() => shown(page)).toEqual(['rings']);
  publish(
    page,
    ({ contentPieces }) => void contentPieces.push(card('arc', 'Arc light', { tags: ['Light'] })),
  );
  await expect.poll(() => shown(page)).toEqual(['arc', 'rings']);
  await expect.element(button(page, 'Light')).toHaveAttribute('aria-pressed', 'true');
  publish(page, ({ contentPieces }) => {
    for (const piece of contentPieces) piece.tags = ['Night'];
  });
  await expect.element(button(page, 'Night')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => shown(page)).toEqual(['arc', 'rings']);
  await expect.element(board(page).getByRole('searchbox')).toHaveValue('light');

  await board(page).getByRole('searchbox').fill('');
  await button(page, 'For you').click();
  await expect.poll(() => shown(page)).toEqual(['site', 'question']);
  publish(page, (configuration) => {
    configuration.recommendations = false;
  });
  await expect.element(button(page, 'For you')).not.toBeInTheDocument();
  await expect.element(button(page, /^All/)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => shown(page)).toHaveLength(6);
});

test('BOARD-09am All is on until a kind or tag is chosen, counts all cards, and clears them', async () => {
  const page = await openBoard();
  const all = button(page, /^All/);
  await expect.element(all).toMatchTextContent('5');
  await expect.element(all).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Links').click();
  await expect.poll(() => shown(page)).toEqual(['site']);
  await expect.element(all).toHaveAttribute('aria-pressed', 'false');
  await all.click();
  await expect.poll(() => shown(page)).toHaveLength(5);
  await expect.element(all).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button(page, 'Links')).toHaveAttribute('aria-pressed', 'false');
});

test('BOARD-01f a picture that does not load is replaced by its tile, says so when it is opened, and is tried again', async () => {
  const stop = await replaceResponses('*/poster-light/*', { status: 500 });
  const page = await openBoard({ allowedErrors: [/WIDGET|cannot be shown/] });
  await expect
    .element(board(page).getByRole('article').filter({ hasText: 'Light rings' }).getByCSS('.tile_tile'))
    .toBeVisible();
  await opener(page, 'rings').click();
  await expect.element(board(page).getByRole('alert')).toBeVisible();
  await stop();
  await button(page, 'Try again').click();
  await expect.element(board(page).getByRole('img')).toBeVisible();
});

test('CONSENT-10q a board opens without consent, and a film on Vimeo in it asks for it in its card', async () => {
  const film = card('film', 'Night walk', { uris: [{ locale: 'en', uri: 'https://vimeo.com/300902' }] });
  const server = serverOf([...pieces, film], { cookieProviders: ['vimeo'] }).change(
    askingForConsent('vimeo', 'Vimeo'),
  );
  const page = await openPage(opened, { server });
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect.poll(() => shown(page)).toHaveLength(6);
  await button(page, 'Films').click();
  await opener(page, 'film').click();
  await expect.element(button(page, 'Allow Vimeo')).toBeVisible();
  expect(filmFrame(page)).toBeNull();
  expect(await filmRequests('300902')).toEqual([]);
  await page.expectAccessible('.widgetPanel_panel');
  await button(page, 'Allow Vimeo').click();
  await expect.poll(() => filmFrame(page)?.src).toContain('https://player.vimeo.com/video/300902');
  await page.atRest();
  const [frame, details] = [filmFrame(page)?.getBoundingClientRect(), page.boxOf(button(page, 'Share'))];
  expect(frame?.right).toBeLessThan(details.left);
  expect(frame?.width).toBeGreaterThan(700);
});

test('BOARD-06bb BOARD-01g recommended cards say why; without likes the board shows its cards, and likes are tried again', async () => {
  let isBroken = true;
  const server = serverOf()
    .onCommand(openMediaBoard, () => {
      if (isBroken) throw new RejectedCall({ code: 'notFound' });
      return { counts: initial };
    })
    .respondTo(listRecommendations, () => ({ data: [...recommendations] }));
  const page = await openBoard({ server, allowedErrors: [/mediaBoard\.open|WIDGET/] });
  await expect.element(board(page).getByText('Likes can’t be shown right now.')).toBeVisible();
  await expect.poll(() => shown(page)).toHaveLength(5);
  await expect.element(heart(page, 'Light rings')).toHaveAccessibleName('Like, Light rings');
  const { top } = page.boxOf(heart(page, 'Light rings'));
  isBroken = false;
  await button(page, 'Try again').click();
  await expect.element(heart(page, 'Light rings')).toHaveAccessibleName('Like, 2 likes, Light rings');
  await expect.element(board(page).getByText('Likes can’t be shown right now.')).not.toBeInTheDocument();
  expect(page.boxOf(heart(page, 'Light rings')).top).toBeLessThan(top);
  await button(page, 'For you').click();
  await expect.poll(() => shown(page)).toEqual(['site', 'question']);
  await expect.element(board(page).getByText('People who liked “Light rings”')).toBeVisible();
  await expect.element(board(page).getByText('Popular here')).toBeVisible();
});

test('BOARD-07d BOARD-09c the views of likes wait for the likes, then say how to fill them; Show all cards leaves the focus in the board', async () => {
  const server = serverOf([...pieces, late]).onCommand(openMediaBoard, () => ({ counts: {} }));
  const own = server.hold(listLikes);
  const page = await openBoard({ server });
  await expect.poll(() => shown(page)).toHaveLength(6);
  await button(page, 'Liked').click();
  await expect.poll(() => shown(page)).toHaveLength(0);
  await expect.element(button(page, 'Show all cards')).not.toBeInTheDocument();
  server.respondTo(listLikes, () => ({
    likes: [
      {
        uuid: crypto.randomUUID(),
        authorId: 'u1',
        mediaBoardId: 'ideas',
        contentPieceId: 'plan',
        creationTimestamp: 0,
      },
    ],
  }));
  own.release();
  await expect.poll(() => shown(page)).toEqual(['plan']);
  await button(page, 'Top rated').click();
  await expect.element(board(page).getByText('No likes yet')).toBeVisible();
  await button(page, 'Show all cards').click();
  await expect.poll(() => shown(page)).toHaveLength(6);
  await expect.element(board(page)).toHaveFocus();
});

test('BOARD-07e a board of few cards has no top rated ones, because that would be most of them', async () => {
  const page = await openBoard();
  await expect.element(heart(page, 'Light rings')).toHaveAccessibleName('Like, 2 likes, Light rings');
  await expect.element(opener(page, 'rings')).toHaveAccessibleName('Light rings, Picture');
  expect(button(page, 'Top rated').query()).toBeNull();
});

test('BOARD-01i a card that Forward opens again after the filter has changed is closed to the board, also in a long one', async () => {
  const many = Array.from({ length: 400 }, (_, at) =>
    card(`c${at}`, `Card ${at}`, { tags: [at % 2 === 0 ? 'Even' : 'Odd'] }),
  );
  const page = await openBoard({ server: serverOf(many) });
  await opener(page, 'c0').click();
  await expect.element(board(page).getByRole('region', { name: 'Card 0' })).toHaveFocus();
  page.back();
  await expect.element(opener(page, 'c0')).toHaveFocus();
  await button(page, 'Odd').click();
  await expect.poll(() => shown(page)[0]).toBe('c1');
  page.forward();
  await expect.element(board(page).getByRole('region', { name: 'Card 0' })).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(board(page)).toHaveFocus();
  expect(shown(page)[0]).toBe('c1');
});

test('BOARD-01h of a thousand cards only the visible ones are rendered; closing a card leads to its place, and End to the last card', async () => {
  await interceptFiles('*/backend-assets/*', () => ({
    status: 200,
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }));
  const many = Array.from({ length: 1_000 }, (_, at) =>
    card(`c${at}`, `Card ${at} ${at % 7 === 0 ? 'with a title of more than one line of words' : ''}`, {
      assets: [{ locale: 'en', assetId: 'poster-light' }],
      tags: [`Tag ${at % 40}`],
    }),
  );
  const page = await openBoard({ server: serverOf(many) });
  await expect.poll(() => shown(page)[0]).toBe('c0');
  await expect.poll(() => shown(page).length).toBeLessThan(60);
  const scroller = page.document.querySelector('.boardPanel_scroller') as HTMLElement;
  scroller.scrollTop = 3_000;
  await opener(page, 'c40').click();
  await expect.element(board(page).getByRole('heading', { name: 'Card 40' })).toBeVisible();
  await page.press('{Escape}');
  await expect.element(opener(page, 'c40')).toHaveFocus();
  expect(scroller.scrollTop).toBe(3_000);
  await page.press('{Home}');
  await expect.element(opener(page, 'c0')).toHaveFocus();
  await page.press('{End}');
  await expect.element(opener(page, 'c999')).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(board(page).getByRole('region', { name: 'Card 999' })).toHaveFocus();
  await page.press('{ArrowLeft}'.repeat(24));
  await expect.element(board(page).getByRole('heading', { name: 'Card 975' })).toBeVisible();
  await page.press('{Escape}');
  await expect.element(opener(page, 'c975')).toHaveFocus();
});

test('WIDGET-08b WIDGET-26q a phone shows the board in Arabic, the text view counts its cards, and an empty board says so', async () => {
  const page = await openBoard({ ...phone, language: 'ar' });
  await expect.poll(() => shown(page)).toHaveLength(5);
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible('.widgetPanel_panel');
  await opener(page, 'rings').click();
  await expect.element(board(page).getByRole('img')).toBeVisible();
  expect(page.fitsAcross).toBe(true);
  await page.expectAccessible('.widgetPanel_panel');
  await page.goto(`${lounge}?view=text&lang=en`);
  await expect.element(page.getByText('Board, 5 cards')).toBeVisible();
  const other = await openBoard({ server: serverOf([]) });
  await expect.element(board(other).getByText('No cards yet')).toBeVisible();
});
