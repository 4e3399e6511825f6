/** A call through a real coturn, with all direct ways closed; and the network between two people that fails and returns. */
import {
  accept,
  call,
  callPanel,
  expect,
  expectHears,
  expectReleased,
  expectSees,
  hurry,
  launchOptions,
  over,
  test,
  tile,
  waysOf,
  withLogin,
} from './callPage.ts';
import { startRelay } from './turn.ts';

test.use({ server: withLogin, launchOptions });
test.setTimeout(180_000);

test('CHAT-05i with all direct ways closed two people see and hear each other through the relay; a connection that fails is restored, or is given up', async ({
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
  const bo = await come('Bo');
  const ada = await come('Ada', { profileOf: bo });
  const both = [ada, bo] as const;
  await call(ada, bo);
  await accept(bo);
  await Promise.all([expectSees(ada, bo), expectSees(bo, ada), expectHears(bo, ada)]);
  for (const { page } of both) await expect.poll(() => waysOf(page)).toEqual(['relay']);
  const expectReconnecting = () =>
    Promise.all([
      expect(tile(ada.page, bo.name)).toContainText('Reconnecting'),
      expect(tile(bo.page, ada.name)).toContainText('Reconnecting'),
    ]);

  await relay.away();
  await expectReconnecting();
  await relay.back();
  // How long a connection may take to return without help.
  await Promise.all(both.map(({ page }) => hurry(page, 15_000)));
  await Promise.all(
    (
      [
        [ada, bo],
        [bo, ada],
      ] as const
    ).map(async ([guest, other]) => {
      await expect(tile(guest.page, other.name)).toHaveAttribute('data-state', 'connected', {
        timeout: 60_000,
      });
      await expectSees(guest, other);
    }),
  );

  await relay.away();
  await expectReconnecting();
  await hurry(ada.page, 31_000);
  await expect(callPanel(ada.page)).toContainText(`We can’t connect you to ${bo.name}`);
  await hurry(ada.page, 30_000);
  await expect(over(ada.page)).toContainText('Video chat problem');
  await expect(over(bo.page)).toContainText('The call has ended');
  for (const { page } of both) await expectReleased(page);
  for (const { page } of both) await page.close();
  await foyer.away();
  await relay.stop();
});
