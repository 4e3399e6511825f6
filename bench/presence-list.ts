/**
 * Measures the attendee list with 10,000 attendees of a real server in 50 areas, 2 % of whom change area each second: the
 * longest task of the page while the list is opened, scrolled and searched (PRESENCE-06). `npm run bench --
 * presence-list [people]`; `--write` appends the figures to RESULTS.md.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { appendFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { tasksWhile } from './page-tasks.fixture.ts';
import { addVisitor, logIn } from './realtime/visitorPage.ts';
import { startEvent } from './realtime/event.ts';

const people = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 10_000);
const areas = 50;
const perSecond = Math.round(people / 50);
const taskLimitMs = 50;
/** Longer than the measurement. */
const walkingSeconds = 300;

const visitor = { email: 'visitor@example.com', password: 'a long walk through it', name: 'A Visitor' };

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await logIn(page, url, visitor);
  await page.getByText(`${(people + 1).toLocaleString('en-GB')} at the event`).waitFor();
  return page;
}

const list = (page: Page) => page.locator('[data-dialog="presence"]');
const rows = (page: Page) => list(page).locator('[data-person]');

/** Waits until all attendees are listed, by the sum of the counts of all areas. */
async function allListed(page: Page): Promise<void> {
  await page.waitForFunction((count) => {
    const heads = document.querySelectorAll('.peopleList_scroller h3 span:last-child');
    const listed = [...heads].reduce((sum, head) => sum + Number(head.textContent?.replaceAll(',', '')), 0);
    return listed >= count;
  }, people * 0.999);
}

async function scroll(page: Page): Promise<void> {
  const box = await list(page).locator('.peopleList_scroller').boundingBox();
  if (!box) throw new Error('the list is not visible');
  await page.mouse.move(box.x + 100, box.y + 200);
  for (let turn = 0; turn < 80; turn += 1) {
    await page.mouse.wheel(0, turn % 20 === 19 ? 60_000 : 900);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await rows(page).first().waitFor();
}

async function search(page: Page): Promise<void> {
  await list(page).getByRole('searchbox').click();
  for (const typed of ['number 99', 'company 17', 'no such name']) {
    await page.keyboard.type(typed, { delay: 60 });
    await pause(400);
    for (let letter = 0; letter < typed.length; letter += 1) await page.keyboard.press('Backspace');
  }
  await allListed(page);
}

async function measure(browser: Browser, page: Page) {
  const opening = await tasksWhile(browser, page, async () => {
    await page.locator('[data-opens="presence"]').click();
    await list(page)
      .getByRole('button', { name: /^Everywhere/ })
      .click();
    await allListed(page);
    await pause(1_000);
  });
  await page.mouse.move(400, 400);
  const watching = await tasksWhile(browser, page, () => pause(5_000));
  const scrolling = await tasksWhile(browser, page, () => scroll(page));
  const searching = await tasksWhile(browser, page, () => search(page));
  return { opening, 'idle for 5 s': watching, scrolling, searching };
}

const event = await startEvent({ count: people, kind: 'foyer', areas, atOnce: 500 });
const { origin } = event.server.ready;
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  await addVisitor(origin, visitor);
  const page = await openPage(browser, origin);
  // Runs during the measurement and ends with the event.
  event.walk({ perSecond, seconds: walkingSeconds, areas }).catch(() => undefined);
  const found = await measure(browser, page);
  const longest = Math.max(...Object.values(found).map(([most = Number.NaN]) => most));
  const holds = longest <= taskLimitMs;
  const lines = Object.entries(found).map(
    ([what, tasks]) =>
      `  - ${what}: ${tasks
        .slice(0, 4)
        .map((task) => task.toFixed(0))
        .join(', ')}`,
  );
  const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- presence-list\` (${people} attendees of one server in ${areas} areas, ${perSecond} change area each second; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, Chromium without a graphics card). Longest task of the page ${longest.toFixed(0)} ms of processor time, at most ${taskLimitMs}: ${holds ? 'holds' : 'does not hold'}; the four longest each:
${lines.join('\n')}
`;
  console.log(result);
  if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
  process.exitCode = holds ? 0 : 1;
} finally {
  await browser.close();
  await event.stop();
}
