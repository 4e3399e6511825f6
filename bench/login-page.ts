/**
 * `npm run bench -- login-page`: measures what a first visit to the login page fetches, in a browser with an empty cache and
 * from a server with the live demo venue: the document, scripts, styles, fonts, pictures and API calls until the form is
 * visible and the network idle, without user input. A headless browser requests no favicon. Scripts are measured with gzip
 * 9, independent of the compression of the server. What the page fetches after the first key is listed separately.
 * `--write` appends the figures to RESULTS.md. Exits with 1 if a budget is exceeded.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { Foyer, prepareVenue } from '../e2e/harness/foyer.ts';

const budgets = { script: 150_000, requests: 8 };
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

async function measureSize(request: Request): Promise<{ script: number; sent: number }> {
  const { responseBodySize: sent } = await request.sizes();
  if (!request.url().endsWith('.js')) return { script: 0, sent };
  const body = (await (await request.response())?.body()) ?? Buffer.alloc(0);
  return { script: gzipSync(body, { level: 9 }).length, sent };
}

/** Records requests. The returned function resolves with those since its last call. */
function recordRequests(
  page: Page,
): () => Promise<{ script: number; sent: number; requests: readonly string[] }> {
  let fetched: Request[] = [];
  page.on('requestfinished', (request) => fetched.push(request));
  return async () => {
    await page.waitForLoadState('networkidle');
    const requests = fetched;
    fetched = [];
    const weights = await Promise.all(requests.map(measureSize));
    return {
      script: weights.reduce((sum, { script }) => sum + script, 0),
      sent: weights.reduce((sum, { sent }) => sum + sent, 0),
      requests: requests.map((request) => new URL(request.url()).pathname),
    };
  };
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const visits = [
  { path: '/login', on: 'at a desk', options: {} },
  { path: '/login', on: 'on a phone', options: phone },
  { path: '/v/nightfall/area/lounge', on: 'at a desk', options: {} },
];

await prepareVenue('demo');
const foyer = await Foyer.start({
  venue: 'demo',
  login: { providers: [{ type: 'password', displayName: 'Email and password' }] },
});
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
const lines: string[] = [];
let over = false;
try {
  for (const { path, on, options } of visits) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const fetched = recordRequests(page);
    await page.goto(foyer.url + path);
    const email = page.getByLabel('Email', { exact: true });
    await email.waitFor();
    const { script, sent, requests } = await fetched();
    over ||= script > budgets.script || requests.length > budgets.requests;
    lines.push(
      `  - ${path} ${on}: script ${kB(script)} gz (${(script / budgets.script).toFixed(2)}x of ${kB(budgets.script)}), ` +
        `${requests.length} requests (at most ${budgets.requests}), ${kB(sent)} in all as sent`,
    );
    const later = ['session', 'area'].map((piece) =>
      page.waitForEvent('requestfinished', (request) =>
        new RegExp(`/assets/${piece}-.*js$`).test(request.url()),
      ),
    );
    await email.press('a');
    await Promise.all(later);
    const typing = await fetched();
    lines.push(`    after the first key: ${typing.requests.length} more, script ${kB(typing.script)} gz`);
    await context.close();
  }
} finally {
  await browser.close();
  await foyer.close();
}
const day = new Date().toISOString().slice(0, 10);
const report = [`- ${day} \`npm run bench -- login-page\` (first visit, empty cache):`, ...lines].join('\n');
console.log(report);
if (process.argv.includes('--write'))
  appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
if (over) process.exitCode = 1;
