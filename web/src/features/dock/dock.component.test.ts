import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone } from '../../testing/page.ts';

/** A venue with nothing for the dock, which a guest visits. */
const bareServer = (): FakeServer =>
  new FakeServer().change((architecture) => {
    architecture.globalWidgets = [];
    delete architecture.floorplan;
    for (const area of architecture.areas) area.contentWidgets = [];
  });

test('AREA-02dk an area with nothing for the dock has none; on a phone it has the switch of the views', async () => {
  const large = await openPage('/v/nightfall/area/lounge', { server: bareServer() });
  await expect.element(large.getByRole('group', { name: 'View' })).toBeVisible();
  expect(large.getByRole('toolbar').query()).toBeNull();
  const small = await openPage('/v/nightfall/area/lounge', { server: bareServer(), ...phone });
  await expect.element(small.getByRole('toolbar').getByRole('button', { name: 'Text' })).toBeVisible();
});
