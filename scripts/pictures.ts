/**
 * `npm run pictures`: takes the README's pictures from the running demo, at desktop and phone size; `-- NAME…` some of
 * them.
 */
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import sharp from 'sharp';
import { Crowd } from '../demo/crowd/crowd.ts';
import { addDemoPeople } from '../demo/loadPeople.ts';
import { demoAccounts } from '../demo/people.ts';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { Foyer, prepareVenue } from '../e2e/harness/foyer.ts';
import { build } from './build.ts';
import { startDemoLogins } from './demoLogins.ts';

const out = join(import.meta.dirname, '..', 'docs', 'pictures');

interface Shot {
  name: string;
  path: string;
  phone?: boolean;
  /** Taken before the login. */
  outside?: boolean;
  /** The actions before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
}

async function openFloorplan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await page
    .getByRole('dialog', { name: 'Floorplan' })
    .getByText('You are here')
    .filter({ visible: true })
    .first()
    .waitFor();
}

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await page.locator('[data-slot=panel]').getByRole('button', { name: 'Edit profile' }).waitFor();
}

async function openPeople(page: Page): Promise<void> {
  await page.locator('[data-opens="presence"]').click();
  await page.locator('[data-dialog="presence"] [data-person]').nth(3).waitFor();
}

const area = (id: string, query = '') => `/v/nightfall/area/${id}${query}`;
/** The sharp flat picture, its video, or the panorama that the viewer has drawn. */
const finished = '[data-phase="current"] :is([data-state="sharp"], [data-drawn="true"] canvas)';
const shots: Shot[] = [
  { name: 'login', path: '/login', outside: true },
  { name: 'lobby', path: area('lobby') },
  { name: 'people', path: area('lobby'), act: openPeople },
  { name: 'expo', path: area('expo') },
  { name: 'plenary', path: area('plenary') },
  { name: 'library', path: area('library') },
  { name: 'floorplan', path: area('lobby'), act: openFloorplan },
  { name: 'profile', path: area('lounge'), act: openProfile },
  { name: 'text-view', path: area('lobby', '?view=text') },
  { name: 'arabic', path: area('lounge', '?lang=ar') },
  { name: 'phone-login', path: '/login', phone: true, outside: true },
  { name: 'phone-lobby', path: area('lobby'), phone: true },
  { name: 'phone-floorplan', path: area('lobby'), phone: true, act: openFloorplan },
  { name: 'phone-arabic', path: area('lounge', '?lang=ar'), phone: true },
];

/** Signs in with the first demo account. Each picture has a separate browser context. */
async function comeIn({ request }: BrowserContext, url: string): Promise<void> {
  const [{ email, password } = { email: '', password: '' }] = demoAccounts;
  const response = await request.post('/api/session/sign-in', {
    data: { email, password },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(`The sign-in failed with status ${response.status()}.`);
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const { name, path, phone = false, outside = false, act } = shot;
  const context = await browser.newContext({
    baseURL: url,
    ...(phone
      ? { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
      : { viewport: { width: 1440, height: 900 } }),
  });
  if (!outside) await comeIn(context, url);
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  // Hides the welcome message and hints.
  await page.keyboard.press('Escape');
  const turn = page.getByRole('complementary').getByRole('button');
  if (phone && (await turn.count()) > 0) await turn.first().click();
  await act?.(page);
  if (!outside) await page.locator('[data-opens="presence"]').waitFor();
  if (!outside && !path.includes('view=text'))
    await page.locator(finished).first().waitFor({ timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 82 })
    .toFile(join(out, `${name}.webp`));
  console.log(`docs/pictures/${name}.webp`);
  await context.close();
}

const named = process.argv.slice(2);
if (build() !== 0) process.exit(1);
mkdirSync(out, { recursive: true });
await prepareVenue('demo');
const folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
const logins = await startDemoLogins({ DATA_DIR: folder });
const foyer = await Foyer.start({ venue: 'demo', env: { ...logins.env } });
const crowd = new Crowd();
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  await addDemoPeople(foyer.destination, true);
  // With this seed all names can be shown with common fonts.
  await crowd.join({ ...foyer.destination, attendees: 24, seed: 27 });
  for (const shot of shots)
    if (named.length === 0 || named.includes(shot.name)) await take(browser, foyer.url, shot);
} finally {
  crowd.leave();
  await browser.close();
  await foyer.close();
  await logins.stop();
  await rm(folder, { recursive: true, force: true });
}
