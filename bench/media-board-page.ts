/**
 * Opens a media board of 1,000 cards with likes and discussions, searches it letter by letter, filters and sorts it, scrolls
 * to the end, and opens a card: the longest task of the page in each step. `--write` appends the results to RESULTS.md.
 */
import type { Page } from '@playwright/test';
import type { WidgetInput } from '@foyer/contract';
import { pictureOfOneArea as pictureId } from './big-venue.fixture.ts';
import { measureSteps, openWidget, type PageStep } from './page-steps.fixture.ts';

const cards = 1_000;

/** Every third card is a text. */
function cardOf(index: number) {
  const number = (index * 7_919) % cards;
  return {
    id: `card-${index}`,
    names: [
      { locale: 'en' as const, text: `Poster ${number} of the congress` },
      { locale: 'de' as const, text: `Poster ${number} des Kongresses` },
    ],
    descriptions: [
      {
        locale: 'en' as const,
        text: `<p>Café, hall ${index % 50}, with <b>slides</b> and notes of the talk</p>`,
      },
    ],
    tags: [`Session ${index % 20}`],
    ...(index % 3 !== 0 && { assets: [{ locale: 'en' as const, assetId: pictureId }] }),
  };
}

const board: WidgetInput = {
  id: 'board',
  type: 'MediaBoardWidget',
  name: 'Board',
  placements: [{ viewpointId: 'entrance', position: { kind: '2D', x: 0.5, y: 0.4 } }],
  configurations: [
    {
      id: 'always',
      name: 'Always',
      mediaBoardId: 'posters',
      contentPieces: Array.from({ length: cards }, (_, index) => cardOf(index)),
      recommendations: true,
      topRated: true,
      liveDiscussion: true,
      search: true,
    },
  ],
};

const cardAt = (page: Page, index: number) => page.locator(`[data-index="${index}"]`);
const isFirst = (page: Page, name: string): Promise<void> =>
  cardAt(page, 0).filter({ hasText: name }).waitFor();

const steps: readonly PageStep[] = [
  {
    name: 'open',
    run: async (page) => {
      await openWidget(page);
      // The counts have arrived.
      await page.locator('[data-index="0"][aria-label*="comments"]').waitFor();
    },
  },
  {
    name: 'search',
    run: async (page) => {
      const search = page.getByRole('searchbox');
      await search.pressSequentially('cafe 999', { delay: 60 });
      await isFirst(page, 'Poster 999');
      await search.fill('');
      await isFirst(page, 'Poster 0 ');
    },
  },
  {
    name: 'filter by kind',
    run: async (page) => {
      await page.getByRole('button', { name: 'Pictures' }).click();
      await isFirst(page, 'Poster 919');
      await page.getByRole('button', { name: 'Pictures' }).click();
      await isFirst(page, 'Poster 0 ');
    },
  },
  {
    name: 'sort by name',
    run: async (page) => {
      await page.getByRole('combobox', { name: /^Sort/ }).click();
      await page.getByRole('option', { name: 'By name' }).click();
      await cardAt(page, 1).filter({ hasText: 'Poster 1 ' }).waitFor();
    },
  },
  {
    name: 'scroll',
    run: async (page) => {
      await cardAt(page, 0).focus();
      await page.keyboard.press('End');
      await cardAt(page, cards - 1).waitFor();
      await page.keyboard.press('Home');
      await isFirst(page, 'Poster 0 ');
    },
  },
  {
    name: 'open and close a card',
    run: async (page) => {
      await cardAt(page, 3).click();
      await page.getByRole('button', { name: 'Back to the board' }).click();
      await page.waitForURL((url) => !url.search.includes('card='));
    },
  },
];

await measureSteps({
  bench: 'media-board-page',
  contents: `a media board of ${cards} cards with discussions`,
  widget: board,
  steps,
});
