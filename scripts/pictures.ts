/** `npm run pictures`: takes the README's pictures from the running demo, at desktop and phone size. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserFlags, browserPath } from '../e2e/browser.ts';
import { Foyer, prepareDemo } from '../e2e/foyer.ts';
import { build } from './build.ts';

const out = join(import.meta.dirname, '..', 'docs', 'pictures');

interface Shot {
  name: string;
  path: string;
  phone?: boolean;
  /** What one does before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
}

async function openFloorplan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await page.getByRole('dialog', { name: 'Floorplan' }).getByText('You are here').first().waitFor();
}

const area = (id: string, query = '') => `/v/nightfall/area/${id}${query}`;
/** The sharp flat picture, its video, or the panorama that the viewer has drawn. */
const finished = '[data-phase="here"] :is([data-state="sharp"], [data-drawn="true"] canvas)';
const shots: Shot[] = [
  { name: 'lobby', path: area('lobby') },
  { name: 'expo', path: area('expo') },
  { name: 'plenary', path: area('plenary') },
  { name: 'library', path: area('library') },
  { name: 'floorplan', path: area('lobby'), act: openFloorplan },
  { name: 'reading', path: area('lobby', '?view=reading') },
  { name: 'arabic', path: area('lounge', '?lang=ar') },
  { name: 'phone-lobby', path: area('lobby'), phone: true },
  { name: 'phone-floorplan', path: area('lobby'), phone: true, act: openFloorplan },
  { name: 'phone-arabic', path: area('lounge', '?lang=ar'), phone: true },
];

if (build() !== 0) process.exit(1);
mkdirSync(out, { recursive: true });
await prepareDemo();
const foyer = await Foyer.start(0);
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  for (const { name, path, phone = false, act } of shots) {
    const context = await browser.newContext(
      phone
        ? { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
        : { viewport: { width: 1440, height: 900 } },
    );
    const page = await context.newPage();
    await page.goto(foyer.url + path);
    await page.waitForLoadState('networkidle');
    // No welcome and no hint in front of the picture.
    await page.keyboard.press('Escape');
    const turn = page.getByRole('complementary').getByRole('button');
    if (phone && (await turn.count()) > 0) await turn.first().click();
    await act?.(page);
    if (!path.includes('view=reading')) await page.locator(finished).first().waitFor();
    await page.waitForLoadState('networkidle');
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 82 })
      .toFile(join(out, `${name}.webp`));
    console.log(`docs/pictures/${name}.webp`);
    await context.close();
  }
} finally {
  await browser.close();
  await foyer.close();
}
