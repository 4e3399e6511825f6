/**
 * Opens a library of 10,000 entries, searches it letter by letter, filters and sorts it, chooses all, shows covers and
 * scrolls to the end: the longest task of the page in each step. `--write` appends the results to RESULTS.md.
 */
import { chromium, type Page } from '@playwright/test';
import type { WidgetInput } from '@foyer/contract';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { oneArea, onePixel, pictureOfOneArea as pictureId } from './big-venue.fixture.ts';
import { callDesigner, startFoyer } from './foyer.fixture.ts';
import { tasksWhile } from './page-tasks.fixture.ts';

const entries = 10_000;
const folders = 20;
const taskLimitMs = 50;

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

const steps: readonly { readonly name: string; readonly run: (page: Page) => Promise<void> }[] = [
  {
    name: 'open',
    run: async (page) => {
      await page.locator('li[data-kind="widget"] a').first().click();
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

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-media-library-'));
const foyer = await startFoyer(dataDir);
try {
  await callDesigner(foyer.url, 'PUT', `/designer/assets/${pictureId}`, onePixel);
  const saved = JSON.stringify({ baseVersion: 0, venue: oneArea([library]) });
  await callDesigner(foyer.url, 'POST', '/designer/save-venue-json/stage', saved);
  await callDesigner(foyer.url, 'POST', '/designer/publish/expo', '{}');
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${foyer.url}/v/expo/area/hall-0?lang=en`);
    await page.locator('li[data-kind="widget"] a').first().waitFor();
    const lines: string[] = [];
    let worst = 0;
    for (const { name, run } of steps) {
      const [longest = Number.NaN, next = Number.NaN] = await tasksWhile(browser, page, () => run(page));
      worst = Math.max(worst, longest);
      lines.push(`${name} ${longest.toFixed(0)} (next ${next.toFixed(0)})`);
    }
    const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- media-library\` (a library of ${entries} entries in ${folders} folders; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, Chromium without a graphics card):
  - longest task of the page ${worst.toFixed(0)} ms of processor time, at most ${taskLimitMs}: ${worst <= taskLimitMs ? 'holds' : 'does not hold'}. In milliseconds: ${lines.join(', ')}
`;
    console.log(result);
    if (worst > taskLimitMs) process.exitCode = 1;
    if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
  } finally {
    await browser.close();
  }
} finally {
  await foyer.stop();
  await rm(dataDir, { recursive: true, force: true });
}
