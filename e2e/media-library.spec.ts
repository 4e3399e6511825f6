/** A media library in a venue with a login, whose files need signatures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, visitAs } from './harness/fixtures.ts';

test.use({ server: { venue: 'demo', login: { providers: [{ type: 'password' }] } } });

const fileOf = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', 'demo', 'assets', name));

test('WIDGET-07bc CALL-11bt CALL-27bt a PDF opens at its page, a film plays and a folder is downloaded as a ZIP; Back leads to the list', async ({
  page,
  foyer,
}) => {
  const account = await foyer.createAccount();
  await visitAs(page, foyer, account, '/v/nightfall/area/library?lang=en&widget=library');
  const panel = page.getByRole('dialog', { name: 'Papers and recordings' });
  const entry = (id: string) => panel.locator(`[data-entry="${id}"]`);

  // Only the list scrolls. The search in a PDF would scroll the panel too.
  const hidden = await panel
    .locator('.libraryPanel_library')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBe(0);

  await entry('programme').click();
  await expect(panel.locator('.page[data-page-number="1"] canvas')).toBeVisible();
  await panel.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/&medium=programme&page=2$/);
  await page.reload();
  await expect(panel.getByRole('textbox', { name: 'Page' })).toHaveValue('2');
  await page.goBack();
  await expect(page).toHaveURL(/&widget=library$/);

  await entry('before-the-talk').click();
  const film = panel.locator('video');
  // A play that begins before the film has its address would be interrupted.
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await film.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
  });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await page.goBack();

  await panel.getByRole('button', { name: /^Papers \d/ }).click();
  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download folder' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const zip = readFileSync(await download.path());
  for (const name of ['lamp-register.pdf', 'night-shift.pdf']) expect(zip.includes(fileOf(name))).toBe(true);
  const end = zip.subarray(-22);
  expect(end.toString('latin1', 0, 4)).toBe('PK\u0005\u0006');
  expect(end.readUInt16LE(10)).toBe(2);
});
