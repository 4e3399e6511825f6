import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone } from '../../testing/page.ts';

test('SHELL-02f on a phone the stage ribbon is on its own line above the header', async () => {
  const server = new FakeServer();
  server.mode = 'STAGE';
  const page = await openPage('/stage/v/nightfall/area/lounge', { server, ...phone });
  const ribbon = page.getByRole('complementary', { name: 'Only people with a stage link can see this.' });
  await expect.element(ribbon).toMatchTextContent(/Stage, version 1/);
  const menu = page.getByRole('button', { name: 'Open menu' });
  const title = page.getByCSS('header p').first();
  await expect.element(menu).toBeVisible();
  for (const below of [menu, title])
    await expect.poll(() => page.boxOf(below).y - page.boxOf(ribbon).bottom).toBeGreaterThanOrEqual(0);
});
