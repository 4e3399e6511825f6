/**
 * `npm run bench -- account-switches`: switches between two accounts 50 times in one tab, as when another tab signs in:
 * how much the page's heap grows after garbage collection. Each user has the chat open. `--write` appends the result to
 * RESULTS.md. Exits with 1 if the limit is exceeded.
 */
import { appendFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { Foyer, prepareVenue, type TestAccount } from '../e2e/harness/foyer.ts';
import { heapFlags, heapOf } from './page-heap.fixture.ts';

/** V8 compiles functions to bytecode when they first run. */
const warmUps = 10;
const switches = 50;
const limit = 1.05;
const names = ['Ada Lovelace', 'Bo Lind'];

/** Signs in as another tab does: the cookie changes, and the tabs are notified. */
async function signInElsewhere({ email, password }: TestAccount): Promise<void> {
  const response = await fetch('/api/session/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session: unknown = await response.json();
  const tabs = new BroadcastChannel('foyer.session');
  const post: (message: unknown) => void = tabs.postMessage.bind(tabs);
  post({ type: 'token', base: '', session });
  tabs.close();
}

async function openChat(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account menu: ${name}` }).waitFor();
  await page.locator('[data-dock="chat"]').click();
  await page.locator('[data-dialog="chat"]').getByRole('navigation', { name: 'Rooms' }).waitFor();
}

await prepareVenue('test');
const foyer = await Foyer.start({ login: { providers: [{ type: 'password', displayName: 'Password' }] } });
const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: [...browserFlags, ...heapFlags],
});
try {
  const accounts = await Promise.all(names.map((name) => foyer.createAccount({ name })));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const devTools = await page.context().newCDPSession(page);
  let documents = 0;
  page.on('domcontentloaded', () => (documents += 1));
  await page.goto(`${foyer.url}/v/nightfall/area/lounge?lang=en`);
  const [first] = accounts;
  await page.locator('input[autocomplete=username]').fill(first?.email ?? '');
  await page.locator('input[type=password]').fill(first?.password ?? '');
  await page.keyboard.press('Enter');
  await openChat(page, names[0] ?? '');
  const change = async (count: number): Promise<void> => {
    const index = (count + 1) % accounts.length;
    const account = accounts[index];
    if (account) await page.evaluate(signInElsewhere, account);
    await openChat(page, names[index] ?? '');
  };
  for (let count = 0; count < warmUps; count += 1) await change(count);
  const before = await heapOf(devTools);
  for (let count = warmUps; count < warmUps + switches; count += 1) await change(count);
  const after = await heapOf(devTools);
  const growth = after / before;
  const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
  const report = `- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- account-switches\` (two accounts in one tab, the chat open; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, Chromium without a graphics card):
  - heap after garbage collection ${megabytes(before)} MB after ${warmUps} switches, ${megabytes(after)} MB after ${warmUps + switches}: ${growth.toFixed(3)}x, at most ${limit}: ${growth <= limit ? 'holds' : 'does not hold'}
  - documents loaded: ${documents}`;
  console.log(report);
  if (growth > limit) process.exitCode = 1;
  if (process.argv.includes('--write'))
    appendFileSync(join(import.meta.dirname, 'RESULTS.md'), `\n${report}\n`);
} finally {
  await browser.close();
  await foyer.stop();
}
