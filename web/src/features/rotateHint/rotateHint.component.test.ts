import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { openPage, phone, type AppPage } from '../../testing/page.ts';

const hintOn = (page: AppPage) => page.getByRole('complementary', { name: 'Turn your phone' });

/** The URLs of the hint's chunk that the page has requested. It is loaded when it is first needed. */
const requestedChunks = (page: AppPage): string[] =>
  page.window.performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('/RotateHint-'));

test('AREA-07a a phone in portrait shows the hint to turn it, which covers nothing and can be dismissed permanently', async () => {
  const page = await openPage('/v/nightfall/area/lounge', phone);
  const hint = hintOn(page);
  await expect.element(hint).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await hint.getByRole('button', { name: 'Stay in portrait' }).click();
  await expect.element(hint).not.toBeInTheDocument();
  await page.reload();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.poll(() => requestedChunks(page).length).toBeGreaterThan(0);
  expect(hint.elements()).toEqual([]);
});

test('AREA-07b a desktop, a phone in landscape and the legal pages show no such hint', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  const hint = hintOn(page);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(hint.elements()).toEqual([]);
  page.resize(phone.height, phone.width);
  await expect
    .poll(() => page.window.matchMedia('(orientation: landscape) and (width: 844px)').matches)
    .toBe(true);
  await page.atRest();
  expect(hint.elements()).toEqual([]);
  page.resize(phone.width, phone.height);
  await expect.element(hint).toBeVisible();
  await page.goto('/v/nightfall/imprint');
  await expect.element(page.heading('Imprint')).toBeVisible();
  expect(hint.elements()).toEqual([]);
});

test('a part of the page that fails to load does not affect the page, and loads when the browser is online again', async () => {
  const devtools = cdp() as unknown as { send(method: string, parameters?: object): Promise<unknown> };
  const block = (urls: readonly string[]) => devtools.send('Network.setBlockedURLs', { urls });
  await devtools.send('Network.enable');
  onTestFinished(async () => void (await block([])));
  const page = await openPage('/v/nightfall/area/lounge');
  const hint = hintOn(page);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await block(['*/assets/RotateHint-*']);
  page.setOnline(false);
  page.resize(phone.width, phone.height);
  await expect.poll(() => requestedChunks(page).length).toBeGreaterThan(0);
  await expect.element(page.getByText(/Offline since/)).toBeVisible();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(hint.elements()).toEqual([]);
  await block([]);
  page.setOnline(true);
  await expect.element(hint).toBeVisible();
  // With another URL, because browsers cache failed module imports.
  expect(requestedChunks(page).at(-1)).toContain('?again=');
});
