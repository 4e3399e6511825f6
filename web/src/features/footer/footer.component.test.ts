import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone } from '../../testing/page.ts';

test('HEAD-05a the footer links to the legal pages and to each area, and marks the current one', async () => {
  const page = await openPage('/v/nightfall/area/lounge');
  const footer = page.getByRole('contentinfo');
  const areas = footer.getByRole('navigation', { name: 'Areas' });
  await expect.element(areas.getByRole('link', { name: 'Lounge' })).toHaveAttribute('aria-current', 'page');
  expect(areas.getByRole('link').elements()).toHaveLength(3);
  await areas.getByRole('link', { name: 'Library' }).click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await expect.element(areas.getByRole('link', { name: 'Library' })).toHaveAttribute('aria-current', 'page');
  await footer.getByRole('link', { name: 'Imprint' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
});

test('HEAD-05b without global navigation the footer has no areas, and a phone has no footer', async () => {
  const server = new FakeServer().change((architecture) => {
    architecture.globalNavigationEnabled = false;
  });
  const page = await openPage('/v/nightfall/area/lounge', { server });
  const footer = page.getByRole('contentinfo');
  await expect.element(footer.getByRole('link', { name: 'Imprint' })).toBeVisible();
  expect(page.getByRole('navigation', { name: 'Areas' }).elements()).toEqual([]);
  page.resize(phone.width, phone.height);
  await expect.element(footer).not.toBeInTheDocument();
});

test('HEAD-05c the footer has privacy preferences only when the venue has a cookie banner', async () => {
  const server = new FakeServer();
  const page = await openPage('/v/nightfall/imprint', { server });
  const preferences = page.getByRole('link', { name: 'Privacy preferences' });
  await expect.element(page.getByRole('contentinfo')).toBeVisible();
  expect(preferences.elements()).toEqual([]);
  server.publish((architecture) => {
    architecture.cookieBannerConfig = {
      ...architecture.cookieBannerConfig,
      type: 'SIMPLE',
      text: [{ locale: 'en', text: '<p>May we?</p>' }],
    };
  });
  page.setOnline(true);
  await preferences.click();
  await expect.poll(() => page.path).toBe('/v/nightfall/imprint#privacy-preferences');
});
