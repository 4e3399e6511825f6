/** Cards that have been added since the board was last opened in this browser. */
import { openMediaBoard } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { ada, anonymousLogin, passwordLogin, type FakeUser } from '../../testing/fakeServer.ts';
import { logInElsewhere } from '../../testing/otherTab.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { lounge } from '../testing/widgetPage.ts';
import { board, card, opened, publish, serverWithBoard, type Piece } from './testing/boardPage.ts';

const bo: FakeUser = { ...ada, userId: 'u-bo', email: 'bo@example.com', name: 'Bo Berg' };
const first: readonly Piece[] = [card('lamp', 'Lamp'), card('lantern', 'Lantern')];
const serverOf = (contentPieces: readonly Piece[] = first) =>
  serverWithBoard({ contentPieces: [...contentPieces] });

const publishPieces = (page: AppPage, ...pieces: readonly Piece[]): void =>
  publish(page, (configuration) => void (configuration.contentPieces = [...pieces]));

const openText = (options: PageOptions = {}): Promise<AppPage> =>
  openPage(`${lounge}?view=text`, { server: serverOf(), ...options });
/** What the text view says of the board. */
const line = (page: AppPage, text: string): Locator => page.getByText(text, { exact: true });
const tile = (page: AppPage, id: string): Locator => board(page).getByCSS(`[data-card="${id}"]`);

async function openFromText(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: /, Ideas$/ }).click();
  await expect.element(board(page)).toBeVisible();
}
const close = (page: AppPage): Promise<void> =>
  board(page).getByRole('button', { name: 'Close', exact: true }).click();

async function logOut(page: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.element(page.getByRole('button', { name: 'Account menu' })).not.toBeInTheDocument();
}

test('WIDGET-26j BOARD-01v the text view counts the new cards, and the board marks them until it is closed', async () => {
  const page = await openText();
  await expect.element(line(page, 'Board, 2 cards')).toBeVisible();
  // Before the first opening nothing is new.
  const bulb = card('bulb', 'Bulb');
  publishPieces(page, ...first, bulb);
  await expect.element(line(page, 'Board, 3 cards')).toBeVisible();
  await openFromText(page);
  await expect.element(tile(page, 'bulb')).toHaveAccessibleName('Bulb, Text');
  await close(page);
  await expect.element(line(page, 'Board, 3 cards')).toBeVisible();

  const neon = card('neon', 'Neon');
  publishPieces(page, card('candle', 'Candle'), ...first, neon);
  await expect.element(line(page, 'Board, 4 cards, 2 new')).toBeVisible();
  await page.reload();
  await expect.element(line(page, 'Board, 4 cards, 2 new')).toBeVisible();
  await openFromText(page);
  await expect.element(tile(page, 'candle')).toHaveAccessibleName('Candle, Text, New');
  await expect.element(tile(page, 'neon')).toHaveAccessibleName('Neon, Text, New');
  await expect.element(tile(page, 'lamp')).toHaveAccessibleName('Lamp, Text');
  expect(board(page).getByText('New', { exact: true }).elements()).toHaveLength(2);
  await page.expectAccessible('.widgetPanel_panel');

  publishPieces(page, ...first, neon, card('torch', 'Torch'));
  await expect.element(tile(page, 'torch')).toHaveAccessibleName('Torch, Text, New');
  await expect.element(tile(page, 'neon')).toHaveAccessibleName('Neon, Text, New');
  await tile(page, 'torch').click();
  const view = board(page).getByRole('region', { name: 'Torch' });
  await expect.element(view.getByRole('listitem').filter({ hasText: 'New' })).toBeVisible();
  await page.expectAccessible('.widgetPanel_panel');
  await expect.element(view).toHaveFocus();
  await page.press('{ArrowLeft}{ArrowLeft}');
  await expect.element(board(page).getByRole('region', { name: 'Lantern' })).toBeVisible();
  await expect.element(board(page).getByRole('listitem').filter({ hasText: 'New' })).not.toBeInTheDocument();
  await page.press('{Escape}');
  await close(page);
  await expect.element(line(page, 'Board, 4 cards')).toBeVisible();
  await openFromText(page);
  await expect.element(tile(page, 'torch')).toHaveAccessibleName('Torch, Text');
});

test('BOARD-01w if all cards of a board are new, none is marked', async () => {
  const page = await openText();
  await openFromText(page);
  await close(page);
  publishPieces(page, card('candle', 'Candle'), card('neon', 'Neon'), card('torch', 'Torch'));
  await expect.element(line(page, 'Board, 3 cards, 3 new')).toBeVisible();
  await openFromText(page);
  await expect.element(tile(page, 'neon')).toHaveAccessibleName('Neon, Text');
  expect(board(page).getByText('New', { exact: true }).elements()).toEqual([]);
});

test('SESSION-10an SESSION-05z WIDGET-26k what an account has opened is new again neither for the next one nor after a logout', async () => {
  const server = serverOf().signIn();
  server.loginOptions = [anonymousLogin, passwordLogin];
  // The link opens the board, maybe before the page knows its user.
  const page = await openPage(`${opened}&view=text`, { server });
  await close(page);
  publishPieces(page, ...first, card('neon', 'Neon'));
  await expect.element(line(page, 'Board, 3 cards, 1 new')).toBeVisible();
  const storedKeys = () => Object.keys(page.window.localStorage).filter((key) => key.includes('.opened.'));
  expect(storedKeys()).toEqual([expect.stringContaining(ada.userId)]);
  logInElsewhere(server, bo);
  await expect.element(page.getByRole('button', { name: 'Account menu: Bo Berg' })).toBeVisible();
  await expect.element(line(page, 'Board, 3 cards')).toBeVisible();
  expect(storedKeys()).toEqual([]);
  await openFromText(page);
  await expect.poll(storedKeys).toEqual([expect.stringContaining(bo.userId)]);
  await close(page);
  await logOut(page);
  expect(storedKeys()).toEqual([]);
  publishPieces(page, ...first);
  await expect.element(line(page, 'Board, 2 cards')).toBeVisible();
});

test.each([
  ['en', 'New'],
  ['ar', 'جديدة'],
])(
  'BOARD-01x the marks of a new card stay apart on a phone with large text, in %s',
  async (language, text) => {
    const piece = (id: string): Piece =>
      card(id, id, {
        assets: [{ locale: 'en', assetId: 'poster-light' }],
        tags: ['A tag of many words'.repeat(9)],
      });
    // A board of few cards has no top rated ones.
    const others = ['moon', 'sun', 'tide', 'wind'].map(piece);
    const server = serverWithBoard({ contentPieces: [piece('rings'), ...others], topRated: true }).onCommand(
      openMediaBoard,
      () => ({ counts: { neon: { likes: 12_400, changes: 1 } } }),
    );
    const page = await openPage(opened, {
      server,
      ...phone,
      language,
      prepare: ({ document }) => document.documentElement.style.setProperty('font-size', '200%'),
    });
    await expect.element(tile(page, 'rings')).toBeVisible();
    publish(
      page,
      (configuration) => void (configuration.contentPieces = [piece('rings'), piece('neon'), ...others]),
    );
    await expect.element(board(page).getByText(text, { exact: true })).toBeVisible();
    const marks = board(page).getByRole('article').filter({ hasText: text }).getByCSS('.boardCard_mark');
    await expect.poll(() => marks.elements()).toHaveLength(3);
    const article = page.boxOf(board(page).getByRole('article').filter({ hasText: text }));
    const boxes = marks.elements().map((mark) => mark.getBoundingClientRect());
    const [left, ...right] = boxes.toSorted((a, b) => a.left - b.left);
    expect(left?.left).toBeGreaterThan(article.left);
    right.reduce((before, box) => {
      expect(box.left).toBeGreaterThan(before?.right ?? 0);
      return box;
    }, left);
    expect(Math.max(...boxes.map((box) => box.right))).toBeLessThan(article.right);
    await page.expectAccessible('.widgetPanel_panel');
  },
);
