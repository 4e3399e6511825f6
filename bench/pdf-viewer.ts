/**
 * Opens a PDF of 500 pages from a chat while the page's processor is slowed down four times: the time from the click until
 * the first page is drawn, and the memory of the browser's process for the page while it scrolls to the end. The worker of
 * pdf.js is not slowed down, because browsers slow down main threads only. `npm run bench -- pdf-viewer [openings]`;
 * `--write` appends the results to RESULTS.md.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import PDFDocument from 'pdfkit';
import { appendFile, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { Foyer, prepareVenue, type TestAccount } from '../e2e/harness/foyer.ts';
import { median } from './foyer.fixture.ts';

const openings = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 5);
const pages = 500;
const slowDown = 4;
const openLimitMs = 1_000;
/** Of the highest memory in the second half of the document to that in the first. */
const growthLimit = 1.2;

/** Text and shapes on every page. */
async function longPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isWritten = new Promise((resolve) => document.on('end', resolve));
  for (let page = 1; page <= pages; page += 1) {
    document.addPage().fontSize(24).text(`Page ${page} of the catalogue`);
    document.rect(72, 120, 300, 120).fill(page % 2 === 0 ? '#375a9e' : '#9e3757');
    document.fill('#000').fontSize(11).text(`Stand ${page}, in the middle of the hall. `.repeat(60), 72, 260);
  }
  document.end();
  await isWritten;
  return Buffer.concat(chunks);
}

async function openChat(browser: Browser, foyer: Foyer, account: TestAccount): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await context.request.post(`${foyer.url}/api/session/sign-in`, {
    data: { email: account.email, password: account.password },
    headers: { origin: foyer.url },
  });
  await page.goto(`${foyer.url}/v/nightfall/area/lounge`);
  await page.locator('[data-dock="chat"]').click();
  await page
    .locator('[data-dialog="chat"]')
    .getByRole('region', { name: 'This area' })
    .getByRole('button')
    .first()
    .click();
  await page.locator('[data-dialog="chat"] textarea').waitFor();
  return page;
}

async function sendPdf(page: Page): Promise<void> {
  const panel = page.locator('[data-dialog="chat"]');
  const file = { name: 'catalogue.pdf', mimeType: 'application/pdf', buffer: await longPdf() };
  await panel.locator('input[type="file"]').setInputFiles(file);
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await panel.getByRole('button', { name: 'Open catalogue.pdf' }).waitFor();
}

/** Milliseconds from the click on the message until the first page is drawn with its text. */
async function open(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Open catalogue.pdf' }).last().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  const ms = await page.evaluate(async () => {
    const isDrawn = (): boolean => {
      const first = document.querySelector('.page[data-page-number="1"]');
      return (
        first !== null &&
        first.querySelector('canvas') !== null &&
        !first.classList.contains('loadingIcon') &&
        first.querySelector('.textLayer span') !== null
      );
    };
    const buttons = document.querySelectorAll<HTMLElement>('article button[aria-haspopup="dialog"]');
    const start = performance.now();
    [...buttons].findLast((button) => button.textContent?.includes('catalogue.pdf'))?.click();
    while (!isDrawn()) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - start;
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return ms;
}

/** Megabytes of the largest process of a page: its main thread and its workers. */
async function memory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    });
  return Math.max(...(await Promise.all(sizes)));
}

interface Memory {
  readonly before: number;
  readonly firstHalf: number;
  readonly secondHalf: number;
}

async function scrollToEnd(browser: Browser, page: Page): Promise<Memory> {
  const before = await memory(browser);
  const halves = [0, 0];
  for (let number = 1; number <= pages; number += 1) {
    await page.evaluate(async (target) => {
      const scroller = document.querySelector('.pdf_pages');
      const next = document.querySelector<HTMLElement>(`.page[data-page-number="${target}"]`);
      if (scroller && next) scroller.scrollTop = next.offsetTop;
      const end = performance.now() + 5_000;
      while (performance.now() < end && !next?.querySelector('canvas'))
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }, number);
    if (number % 10 !== 0) continue;
    const half = number <= pages / 2 ? 0 : 1;
    halves[half] = Math.max(halves[half] ?? 0, await memory(browser));
  }
  const [firstHalf = Number.NaN, secondHalf = Number.NaN] = halves;
  return { before, firstHalf, secondHalf };
}

await prepareVenue('test');
const foyer = await Foyer.start({ login: { providers: [{ type: 'password' }] } });
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  const account = await foyer.createAccount({ name: 'Ada' });
  const sender = await openChat(browser, foyer, account);
  await sendPdf(sender);
  await sender.context().close();
  const times: number[] = [];
  let found: Memory | undefined;
  for (let opening = 0; opening < openings; opening += 1) {
    // A new context downloads pdf.js again.
    const page = await openChat(browser, foyer, account);
    times.push(await open(page));
    if (opening === openings - 1) found = await scrollToEnd(browser, page);
    await page.context().close();
  }
  const { before = Number.NaN, firstHalf = Number.NaN, secondHalf = Number.NaN } = found ?? {};
  const typical = median(times);
  const growth = secondHalf / firstHalf;
  const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- pdf-viewer\` (a PDF of ${pages} pages in a chat, main thread slowed down ${slowDown} times, ${openings} openings with an empty cache; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, Chromium without a graphics card):
  - from the click to the first page, with the download of pdf.js: median ${typical.toFixed(0)} ms (worst ${Math.max(...times).toFixed(0)}), at most ${openLimitMs}: ${typical <= openLimitMs ? 'holds' : 'does not hold'}
  - memory of the page's process while it scrolls through all pages: ${before.toFixed(0)} MB before, at most ${firstHalf.toFixed(0)} MB in the first half, ${secondHalf.toFixed(0)} MB in the second: ${growth.toFixed(2)}x, at most ${growthLimit}: ${growth <= growthLimit ? 'holds' : 'does not hold'}
`;
  console.log(result);
  if (typical > openLimitMs || growth > growthLimit) process.exitCode = 1;
  if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
} finally {
  await browser.close();
  await foyer.close();
}
