/**
 * Changes areas in a venue of 50 areas and 500 widgets: the time from the click on a hovered door until the next
 * picture is shown, and the longest task of the page during the changes. `--write` appends the results to RESULTS.md.
 */
import { chromium, type Page } from '@playwright/test';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { startServer, stopServer } from '../e2e/harness/foyer.ts';
import { bigVenue, bigVenueAssetIds } from './big-venue.fixture.ts';
import { adminKey, callDesigner } from './foyer.fixture.ts';
import { tasksWhile } from './page-tasks.fixture.ts';

const root = join(import.meta.dirname, '..');
const changes = 24;
const pictureLimitMs = 100;
const taskLimitMs = 50;

/** Uploads a full-size picture of the demo for every background, because the picture is most of the cost of an area. */
async function load(url: string): Promise<void> {
  const room = new Uint8Array(await readFile(join(root, 'demo', 'assets', 'lounge.webp')));
  const poster = new Uint8Array(await readFile(join(root, 'demo', 'assets', 'poster-light.webp')));
  for (const id of bigVenueAssetIds)
    await callDesigner(url, 'PUT', `/designer/assets/${id}`, id.startsWith('background') ? room : poster);
  const saved = JSON.stringify({ baseVersion: 0, venue: bigVenue() });
  await callDesigner(url, 'POST', '/designer/save-venue-json/stage', saved);
  await callDesigner(url, 'POST', '/designer/publish/expo', '{}');
}

/**
 * Runs in the page: measures the time from each click to the first frame in which the next picture is sharp and the old one
 * is leaving.
 */
function watchChanges(): void {
  const times: number[] = [];
  Object.assign(globalThis, { areaChanges: times });
  let pressed: number | undefined;
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const check = (): void => {
    const isLeaving = document.querySelector('[data-phase="leaving"]') !== null;
    const next = document.querySelector<HTMLImageElement>(
      '[data-phase="current"] [data-state="sharp"] img:last-of-type',
    );
    if (pressed !== undefined && isLeaving && next?.complete) {
      times.push(performance.now() - pressed);
      pressed = undefined;
    }
    requestAnimationFrame(check);
  };
  check();
}

/** Runs in the page: whether the sharp picture of a hall is loaded and the page has had time to decode it. */
async function isPictureLoaded(hall: string | undefined): Promise<boolean> {
  const loaded = performance
    .getEntriesByType('resource')
    .filter(({ name }) => new RegExp(`/background-${hall}/`).test(name) && !name.includes('w320'));
  if (loaded.length === 0) return false;
  await new Promise((resolve) => requestIdleCallback(resolve));
  return performance.now() - Math.max(...loaded.map(({ startTime, duration }) => startTime + duration)) > 300;
}

const changesOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { areaChanges: number[] }).areaChanges);

async function measureChanges(url: string): Promise<{ times: number[]; tasks: number[] }> {
  const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchChanges);
    await page.goto(`${url}/v/expo/area/hall-0?lang=en`);
    const here = page.locator('[data-phase="current"]');
    const settled = async () => {
      await here.locator('[data-state="sharp"]').waitFor();
      await page.locator('[data-phase="leaving"], [data-phase="waiting"]').waitFor({ state: 'detached' });
    };
    await settled();
    const tasks = await tasksWhile(browser, page, async () => {
      for (let change = 0; change < changes; change += 1) {
        const door = here.locator('li[data-kind="door"] a').nth(change % 6);
        await door.hover({ force: true });
        await page.waitForFunction(
          isPictureLoaded,
          /hall-(\d+)/.exec((await door.getAttribute('href')) ?? '')?.[1],
        );
        await door.click({ force: true });
        await page.waitForFunction(
          (count) => (globalThis as unknown as { areaChanges: number[] }).areaChanges.length > count,
          change,
        );
        await settled();
      }
    });
    return { times: await changesOf(page), tasks };
  } finally {
    await browser.close();
  }
}

const verdict = (value: number, limit: number): string =>
  `${value.toFixed(0)} ms, at most ${limit}: ${value <= limit ? 'holds' : 'does not hold'}`;

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-area-change-'));
const [server, url] = await startServer(dataDir, { ADMIN_KEY: adminKey });
try {
  await load(url);
  const { times, tasks } = await measureChanges(url);
  const sorted = times.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const [longest = Number.NaN, ...others] = tasks;
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}`;
  const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- area-change\` (50 areas, 500 widgets, pictures of 2560 x 1440; ${machine}, Chromium without a graphics card, ${times.length} changes):
  - from the click on a hovered door to the next sharp picture: median ${verdict(median, pictureLimitMs)} (worst ${sorted.at(-1)?.toFixed(0)})
  - longest task of the page: ${verdict(longest, taskLimitMs)}, of processor time (next ${others
    .slice(0, 3)
    .map((task) => task.toFixed(0))
    .join(', ')})
`;
  console.log(result);
  if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
} finally {
  await stopServer(server);
  await rm(dataDir, { recursive: true, force: true });
}
