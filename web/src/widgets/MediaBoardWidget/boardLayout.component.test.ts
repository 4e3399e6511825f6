/** The measures of a board and of a card with its discussion on screens of several widths. */
import { expect, test } from 'vitest';
import { openPageOf } from '../../features/chat/testing/chatPage.ts';
import { FakeChat } from '../../features/chat/testing/fakeChat.ts';
import { ada } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/page.ts';
import { board, card, opened, serverWithBoard } from './testing/boardPage.ts';

const assets = [{ locale: 'en' as const, assetId: 'poster-light' }];
const contentPieces = Array.from({ length: 24 }, (_, at) => card(`card-${at}`, `Card ${at}`, { assets }));

test.each([
  [1440, 900, 4, 72],
  [820, 1180, 2, 24],
  [390, 844, 1, 0],
])(
  'BOARD-01la at %i × %i px a row has %i cards with covers of 16:10, and the panel has a margin of %i px',
  async (width, height, columns, margin) => {
    const page = await openPage(opened, { server: serverWithBoard({ contentPieces }), width, height });
    const cards = board(page).getByRole('article');
    await expect.poll(() => cards.elements().length).toBeGreaterThan(4 * columns);
    await page.atRest();
    const boxes = cards.elements().map((each) => each.getBoundingClientRect());
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(columns);
    const cover = page.boxOf(cards.first().getByCSS('.boardCard_picture'));
    expect(cover.width / cover.height).toBeCloseTo(1.6, 2);
    const panel = page.boxOf(board(page));
    expect([panel.left, width - panel.right]).toEqual([margin, margin]);
    if (width === 820) return;
    // Usual laptops and phones show the upper part of the next row, so that the list is seen to go on.
    const next = boxes.find(({ bottom }) => bottom > panel.bottom);
    expect(panel.bottom - (next?.top ?? Infinity)).toBeGreaterThan(24);
  },
);

test('BOARD-01lb at 1440 px the discussion beside a card is 400 px wide', async () => {
  const chat = new FakeChat(ada, serverWithBoard({ liveDiscussion: true, contentPieces }));
  chat.roomAt({ mediaBoardId: 'ideas', contentPieceId: 'card-0' });
  const page = await openPageOf(chat, `${opened}&card=card-0`, { width: 1440, height: 900 });
  const feed = board(page).getByCSS('[data-posts="feed"]');
  await expect.element(feed).toBeVisible();
  await page.atRest();
  expect(page.boxOf(feed).width).toBe(400);
});
