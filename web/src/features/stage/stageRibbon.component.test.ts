import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone } from '../../testing/page.ts';

test('SHELL-02f on a phone the ribbon of the stage has a line of its own above the header', async () => {
  const server = new FakeServer();
  server.mode = 'STAGE';
  const page = await openPage('/stage/v/nightfall/area/lounge', { server, ...phone });
  const ribbon = page.getByRole('complementary', { name: 'Only those with a stage link see this.' });
  await expect.element(ribbon).toMatchTextContent(/Stage, version 1/);
  const { bottom } = page.boxOf(ribbon);
  expect(page.boxOf(page.getByRole('button', { name: 'Open the menu' })).y).toBeGreaterThanOrEqual(bottom);
  expect(page.boxOf(page.getByCSS('header p').first()).y).toBeGreaterThanOrEqual(bottom);
});
