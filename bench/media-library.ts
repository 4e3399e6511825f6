/**
 * Opens a library of 10,000 entries, searches it letter by letter, filters and sorts it, chooses all, shows covers and
 * scrolls to the end: the longest task of the page in each step. `--write` appends the results to RESULTS.md.
 */
import type { Page } from '@playwright/test';
import type { WidgetInput } from '@foyer/contract';
import { pictureOfOneArea as pictureId } from './big-venue.fixture.ts';
import { measureSteps, openWidget, type PageStep } from './page-steps.fixture.ts';

const entries = 10_000;
const folders = 20;

/** Every third entry is a link. */
function mediumOf(index: number) {
  const number = (index * 7_919) % entries;
  return {
    id: `medium-${index}`,
    names: [
      { locale: 'en' as const, text: `Paper ${number} of the congress` },
      { locale: 'de' as const, text: `Beitrag ${number} des Kongresses` },
    ],
    descriptions: [
      { locale: 'en' as const, text: `Café, hall ${index % 50}, with slides and notes of the talk` },
    ],
    ...(index % 3 === 0
      ? { uris: [{ locale: 'en' as const, uri: `https://papers.example.org/${number}` }] }
      : { assets: [{ locale: 'en' as const, assetId: pictureId }] }),
  };
}

const library: WidgetInput = {
  id: 'library',
  type: 'MediaLibraryWidget',
  name: 'Library',
  placements: [{ viewpointId: 'entrance', position: { kind: '2D', x: 0.5, y: 0.4 } }],
  configurations: [
    {
      id: 'always',
      name: 'Always',
      folders: Array.from({ length: folders }, (_, folder) => ({
        id: `folder-${folder}`,
        names: [{ locale: 'en', text: `Session ${folder}` }],
        media: Array.from({ length: entries / folders }, (_unused, index) =>
          mediumOf((folder * entries) / folders + index),
        ),
      })),
    },
  ],
};

const firstEntry = (page: Page) => page.locator('[data-index="0"]');
const isFirst = (page: Page, name: string): Promise<void> =>
  firstEntry(page).filter({ hasText: name }).waitFor();

async function chooseOption(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Sort/ }).click();
  await page.getByRole('option', { name }).click();
}

const steps: readonly PageStep[] = [
  {
    name: 'open',
    run: async (page) => {
      await openWidget(page);
      await firstEntry(page).waitFor();
    },
  },
  {
    name: 'search',
    run: async (page) => {
      const search = page.getByRole('searchbox');
      await search.pressSequentially('cafe 9999', { delay: 60 });
      await isFirst(page, 'Paper 9999');
      await search.fill('');
      await isFirst(page, 'Paper 0 ');
    },
  },
  {
    name: 'filter by kind and folder',
    run: async (page) => {
      await page.getByRole('button', { name: /^Links/ }).click();
      await page.getByRole('button', { name: /^Session 7/ }).click();
      await firstEntry(page).and(page.locator('[data-entry="medium-3500"]')).waitFor();
      await page.getByRole('button', { name: /^All/ }).click();
      await isFirst(page, 'Paper 0 ');
    },
  },
  {
    name: 'sort by size and by name',
    run: async (page) => {
      await chooseOption(page, 'By size');
      await isFirst(page, 'Paper 7919');
      await chooseOption(page, 'By name');
      await isFirst(page, 'Paper 0 ');
    },
  },
  {
    name: 'choose all',
    run: async (page) => {
      const all = page.getByRole('checkbox', { name: 'Select all' });
      await all.check();
      await page.getByText(/^6,\d{3} selected/).waitFor();
      await all.uncheck();
      await page.getByText(/^6,\d{3} files/).waitFor();
    },
  },
  {
    name: 'scroll',
    run: async (page) => {
      for (let part = 1; part <= 20; part += 1) {
        await page.evaluate(async (share) => {
          const scroller = document.querySelector('.libraryPanel_scroller')!;
          scroller.scrollTop = scroller.scrollHeight * share;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }, part / 20);
      }
      await page.locator(`[data-index="${entries - 1}"]`).waitFor();
    },
  },
  {
    name: 'show covers',
    run: async (page) => {
      await page
        .getByRole('button', { name: 'Covers' })
        .or(page.getByRole('radio', { name: 'Covers' }))
        .click();
      await page.locator('.libraryEntry_cover').first().waitFor();
    },
  },
];

await measureSteps({
  bench: 'media-library',
  contents: `a library of ${entries} entries in ${folders} folders`,
  widget: library,
  steps,
});
