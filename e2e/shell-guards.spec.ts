/** Publishing and unpublishing, as shown by open pages and by pages that open in between. */
import { expect, test, type Page } from './harness/fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** The browser reports that its network is back: the app immediately checks the version. */
const checkVersionNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));
/** A mark on the window, which a reload removes. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test('GUARD-04d ROUTE-01a GUARD-11a an unpublished venue shows the waiting page, which continues to the venue after the publication', async ({
  page,
  foyer,
}) => {
  await foyer.unpublish();
  for (const path of ['/', '/v/nightfall/area/library']) {
    await page.goto(path);
    await expect(heading(page, 'The doors open soon')).toBeVisible();
    const url = new URL(page.url());
    expect(url.pathname).toBe('/work-in-progress');
    expect(url.searchParams.get('redirect')).toBe(path);
  }
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await markDocument(page);
  await foyer.publish();
  await checkVersionNow(page);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library$/);
  await expect(heading(page, 'Library')).toBeAttached();
  expect(await isSameDocument(page)).toBe(true);
});

test('VERSION-04h VERSION-07b VERSION-07g a publication changes an open page, and another venue replaces it', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/404 .*backend-assets\/live\/nightfall|\[ASSET\]/);
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  await markDocument(page);
  await foyer.saveAndPublish((architecture) => {
    const lounge = architecture.areas.find(({ id }) => id === 'lounge');
    if (lounge) lounge.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await checkVersionNow(page);
  await expect(heading(page, 'Winter garden')).toBeAttached();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge$/);
  await foyer.save((architecture) => {
    architecture.id = 'daybreak';
    architecture.titles = [{ locale: 'en', text: 'Daybreak' }];
  });
  await foyer.publish('daybreak');
  await checkVersionNow(page);
  await expect(page).toHaveURL(/\/v\/daybreak\/area\/lobby/);
  await expect(page.getByRole('link', { name: 'Daybreak' }).first()).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});
