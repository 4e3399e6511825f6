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
