import { getVenueVersion } from '@foyer/contract';
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/page.ts';

test('ROUTE-01c GUARD-08d the waiting page needs no login, has no header, and shows the configured title', async () => {
  const server = new FakeServer().requireLogin();
  server.unpublish();
  delete server.uiConfig.venue;
  server.uiConfig = { ...server.uiConfig, tabTitle: 'Our night' };
  const page = await openPage('/work-in-progress?lang=en', { server });
  await expect.element(page.heading('The doors open soon')).toBeVisible();
  await expect.poll(() => page.document.title).toBe('The doors open soon – Our night');
  await expect.element(page.getByText('Our night')).toBeVisible();
  expect(page.getByText('Virtual venue').elements()).toEqual([]);
  expect(page.getByRole('banner').elements()).toEqual([]);
  expect(page.getByRole('contentinfo').elements()).toEqual([]);
});

test.each([
  ['the shortest', 0.999_9, 7_100],
  ['the longest', 0, 10_000],
])('GUARD-04g tabs that wait together poll at different times: %s interval', async (_, random, ms) => {
  const server = new FakeServer();
  server.unpublish();
  const page = await openPage('/work-in-progress?lang=en', {
    server,
    stopTimeAt: Date.now(),
    prepare: (opened) => Object.assign(opened.Math, { random: () => random }),
  });
  await expect
    .poll(async () => {
      await page.advance(50);
      return page.heading('The doors open soon').query();
    })
    .not.toBeNull();
  const before = server.calls(getVenueVersion).length;
  await page.advance(6_500);
  expect(server.calls(getVenueVersion)).toHaveLength(before);
  await page.advance(ms - 6_500);
  expect(server.calls(getVenueVersion)).toHaveLength(before + 1);
});
