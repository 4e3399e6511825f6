/** A call through a real coturn, with all direct ways closed; and the network between two people that goes away and comes back. */
import {
  accept,
  allowed,
  call,
  callPanel,
  expect,
  expectHears,
  expectSees,
  expectReleased,
  fakeDevices,
  hurry,
  over,
  test,
  tile,
  waysOf,
  withLogin,
} from './callPage.ts';
import { startRelay } from './turn.ts';

const devices = await fakeDevices();
test.use({ server: withLogin, launchOptions: { ...devices, args: [...devices.args, ...allowed] } });
test.setTimeout(240_000);

test('CHAT-05i with all direct ways closed two people see and hear each other through the relay; a way that breaks is found again, or is given up', async ({
  come,
  foyer,
}) => {
  const relay = await startRelay();
  await foyer.away();
  await foyer.back({
    TURN_URLS: `${relay.url}?transport=udp`,
    TURN_SECRET: relay.secret,
    RELAY_ONLY: 'true',
  });
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await call(ada, bo);
  await accept(bo);
  await expectSees(ada, 'Bo');
  await expectSees(bo, 'Ada');
  await expectHears(bo, 'Ada');
  for (const { page } of [ada, bo]) await expect.poll(() => waysOf(page)).toEqual(['relay']);

  await relay.away();
  await Promise.all([
    expect(tile(ada.page, 'Bo')).toContainText('Reconnecting'),
    expect(tile(bo.page, 'Ada')).toContainText('Reconnecting'),
  ]);
  await relay.back();
  for (const [guest, name] of [[ada, 'Bo'] as const, [bo, 'Ada'] as const]) {
    await expect(tile(guest.page, name)).toHaveAttribute('data-state', 'connected', { timeout: 60_000 });
    await expectSees(guest, name);
  }

  await relay.away();
  await expect(tile(ada.page, 'Bo')).toContainText('Reconnecting');
  await hurry(ada.page, 31_000);
  await expect(callPanel(ada.page)).toContainText('Bo cannot be reached');
  await hurry(ada.page, 30_000);
  await expect(over(ada.page)).toContainText('Video chat problem');
  await expect(over(bo.page)).toContainText('The call has ended');
  for (const { page } of [ada, bo]) await expectReleased(page);
  await ada.page.close();
  await bo.page.close();
  await foyer.away();
  await relay.stop();
});
