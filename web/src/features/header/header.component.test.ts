import { expect, test } from 'vitest';
import { openPage } from '../../testing/page.ts';

test('HEAD-02b HEAD-09a the header is 60 high without presence, solid on the legal pages and transparent elsewhere', async () => {
  const page = await openPage('/v/nightfall/imprint');
  const header = page.getByRole('banner');
  const background = () => page.window.getComputedStyle(header.element()).backgroundColor;
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(page.boxOf(header).height).toBe(60);
  expect(background()).toBe('rgb(18, 27, 65)');
  await page.getByRole('link', { name: 'Lounge' }).click();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.poll(background).toBe('rgba(0, 0, 0, 0)');
});

test('in Arabic the page and its header run from right to left', async () => {
  const page = await openPage('/v/nightfall/imprint?lang=ar');
  expect(page.document.documentElement.dir).toBe('rtl');
  await expect
    .poll(() => page.boxOf(page.getByRole('banner').getByRole('link').first()).x)
    .toBeGreaterThan(720);
});
