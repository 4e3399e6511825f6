/**
 * Changes areas 200 times between six areas of 30 widgets each, and opens and closes one widget in each: the longest task
 * of the page, and how much the heap grows after garbage collection. `--write` appends the results to RESULTS.md.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import type { VenueInput, WidgetInput } from '@foyer/contract';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { bigVenue } from './big-venue.fixture.ts';
import { callDesigner, startFoyer } from './foyer.fixture.ts';
import { heapFlags, heapOf } from './page-heap.fixture.ts';
import { tasksWhile } from './page-tasks.fixture.ts';

const areas = 6;
const widgetsPerArea = 30;
/** V8 compiles functions when they first run and as they become hot, most of them in the first changes. */
const warmUps = 100;
const changes = 200;
const taskLimitMs = 50;
const heapLimit = 1.05;
/** A GIF of one pixel: `area-change` measures with pictures of full size. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

/** Types that open without another server. */
const contents: readonly Pick<WidgetInput, 'type' | 'configurations'>[] = [
  {
    type: 'TextNotificationWidget',
    configurations: [
      { id: 'always', name: 'Always', texts: [{ locale: 'en', text: '<p>What happens here.</p>' }] },
    ],
  },
  {
    type: 'TeamsWidget',
    configurations: [
      { id: 'always', name: 'Always', meetingUrl: 'https://teams.microsoft.com/meet/1234567890?p=abc' },
    ],
  },
  {
    type: 'GoToMeetingWidget',
    configurations: [{ id: 'always', name: 'Always', meetingUrl: 'https://meet.goto.com/123456789' }],
  },
  {
    type: 'MentimeterQrCodeWidget',
    configurations: [
      {
        id: 'always',
        name: 'Always',
        uris: [{ locale: 'en', uri: 'https://www.menti.com/abc' }],
        votingCode: '12345678',
      },
    ],
  },
  {
    type: 'SuperEventQrEntryPointWidget',
    configurations: [
      { id: 'always', name: 'Always', uris: [{ locale: 'en', uri: 'https://www.example.com/entry' }] },
    ],
  },
];

function widgetOf(index: number): WidgetInput {
  const column = (index % 10) + 0.5;
  const row = Math.floor(index / 10);
  return {
    id: `widget-${index}`,
    name: `Widget ${index}`,
    names: [{ locale: 'en', text: `Stand ${index}` }],
    placements: [
      {
        viewpointId: 'entrance',
        position: { kind: '2D', x: column / 10, y: 0.25 + row * 0.2 },
        size: { width: 0.05, height: 0.08 },
      },
    ],
    ...contents[index % contents.length],
  } as WidgetInput;
}

function venueOfWidgets(): VenueInput {
  const venue = bigVenue();
  const architecture = venue.architectures[0]!;
  architecture.areas = architecture.areas.slice(0, areas).map((area, index) => ({
    ...area,
    viewPoints: area.viewPoints.map((viewPoint) => ({
      ...viewPoint,
      doors: viewPoint.doors
        ?.slice(0, 1)
        .map((door) => ({ ...door, targetAreaId: `hall-${(index + 1) % areas}` })),
    })),
    contentWidgets: Array.from({ length: widgetsPerArea }, (_, widget) => widgetOf(widget)),
  }));
  architecture.floorplan?.areaPositions?.splice(areas);
  venue.assets = venue.assets?.filter(({ id }) => backgrounds.includes(id));
  return venue;
}
const backgrounds = Array.from({ length: areas }, (_, index) => `background-${index}`);

async function changeArea(page: Page, change: number): Promise<void> {
  await page.locator('[data-phase="current"] li[data-kind="door"] a').click({ force: true });
  await page.waitForURL(`**/area/hall-${(change + 1) % areas}*`);
  await page.locator('[data-phase="leaving"], [data-phase="waiting"]').waitFor({ state: 'detached' });
  await page
    .locator('[data-phase="current"] li[data-kind="widget"] a')
    .nth(change % widgetsPerArea)
    .click({ force: true });
  await page.waitForURL('**widget=**');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => !url.search.includes('widget='));
}

async function changeAreas(page: Page, from: number, to: number): Promise<void> {
  for (let change = from; change < to; change += 1) await changeArea(page, change);
}

/** Measures in a browser of its own, after the warm-ups. */
async function measure<T>(
  url: string,
  flags: readonly string[],
  work: (browser: Browser, page: Page) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: await browserPath(),
    args: [...browserFlags, ...flags],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/v/expo/area/hall-0?lang=en`);
    await changeAreas(page, 0, warmUps);
    return await work(browser, page);
  } finally {
    await browser.close();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-area-widgets-'));
const foyer = await startFoyer(dataDir);
try {
  for (const id of backgrounds) await callDesigner(foyer.url, 'PUT', `/designer/assets/${id}`, pixel);
  const saved = JSON.stringify({ baseVersion: 0, venue: venueOfWidgets() });
  await callDesigner(foyer.url, 'POST', '/designer/save-venue-json/stage', saved);
  await callDesigner(foyer.url, 'POST', '/designer/publish/expo', '{}');
  const tasks = await measure(foyer.url, [], (browser, page) =>
    tasksWhile(browser, page, () => changeAreas(page, warmUps, warmUps + changes)),
  );
  const [before, after] = await measure(foyer.url, heapFlags, async (_, page) => {
    const session = await page.context().newCDPSession(page);
    const heapBefore = await heapOf(session);
    await changeAreas(page, warmUps, warmUps + changes);
    return [heapBefore, await heapOf(session)] as const;
  });
  const [longest = Number.NaN] = tasks;
  const growth = after / before;
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
  const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- area-widgets\` (${areas} areas of ${widgetsPerArea} widgets, ${changes} changes of area, one widget opened in each; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, Chromium without a graphics card):
  - longest task of the page ${longest.toFixed(0)} ms of processor time, at most ${taskLimitMs}: ${longest <= taskLimitMs ? 'holds' : 'does not hold'} (next ${tasks
    .slice(1, 4)
    .map((task) => task.toFixed(0))
    .join(', ')})
  - heap after garbage collection ${megabytes(before)} MB after ${warmUps} changes, ${megabytes(after)} MB after ${warmUps + changes}: ${growth.toFixed(3)}x, at most ${heapLimit}: ${growth <= heapLimit ? 'holds' : 'does not hold'}
`;
  console.log(result);
  if (longest > taskLimitMs || growth > heapLimit) process.exitCode = 1;
  if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
} finally {
  await foyer.stop();
  await rm(dataDir, { recursive: true, force: true });
}
