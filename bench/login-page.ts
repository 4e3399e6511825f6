/**
 * `npm run bench -- login-page`: what a first visit to the login page fetches, in a real browser with an empty cache and
 * from a server with the demo venue live: everything that goes over the network until the form stands and nothing more
 * comes, so the document, script, style, fonts, pictures and calls; a headless browser asks for no favicon. Script is
 * counted with gzip 9, whatever the server packs it with. Nobody has touched the page; what it fetches once somebody
 * does is told beside it. `--write` appends the figures to RESULTS.md. Over budget: exit code 1.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import { browserFlags, browserPath } from '../e2e/browser.ts';
import { Foyer, prepareVenue } from '../e2e/foyer.ts';

const budgets = { script: 150_000, requests: 8 };
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

async function weightOf(request: Request): Promise<{ script: number; sent: number }> {
  const body = (await (await request.response())?.body()) ?? Buffer.alloc(0);
  const { responseBodySize: sent } = await request.sizes();
  const script = request.url().endsWith('.js') ? gzipSync(body, { level: 9 }).length : 0;
  return { script, sent };
}

/** What the page has fetched since the last time. */
function watching(page: Page): () => Promise<{ script: number; sent: number; requests: readonly string[] }> {
  let fetched: Request[] = [];
  page.on('requestfinished', (request) => fetched.push(request));
  return async () => {
    await page.waitForLoadState('networkidle');
    const requests = fetched;
    fetched = [];
    const weights = await Promise.all(requests.map(weightOf));
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
    const fetched = watching(page);
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
    lines.push(`    while somebody types: ${typing.requests.length} more, script ${kB(typing.script)} gz`);
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
