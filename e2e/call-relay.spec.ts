/** A call through a coturn server without direct connections, and a network between two users that fails and recovers. */
import {
  accept,
  call,
  callPanel,
  expect,
  expectSpeaking,
  expectDevicesReleased,
  expectVideoOf,
  advanceClock,
  launchOptions,
  endedCall,
  endedSnackbar,
  test,
  tile,
  candidateTypesOf,
  withLogin,
} from './pages/callPage.ts';
import { startTurnServer } from './harness/turnServer.ts';

test.use({ server: withLogin, launchOptions });

test('CHAT-05i without direct connections two users see and hear each other through the relay; a failed connection is restored or given up', async ({
  signInAs,
  foyer,
}) => {
  const relay = await startTurnServer();
  await foyer.stop();
  await foyer.restart({
    TURN_URLS: `${relay.url}?transport=udp`,
    TURN_SECRET: relay.secret,
    RELAY_ONLY: 'true',
  });
  const bo = await signInAs('Bo');
  const ada = await signInAs('Ada', { profileOf: bo });
  const both = [ada, bo] as const;
  await call(ada, bo);
  await accept(bo);
  await Promise.all([expectVideoOf(ada, bo), expectVideoOf(bo, ada), expectSpeaking(bo, ada)]);
  for (const { page } of both) await expect.poll(() => candidateTypesOf(page)).toEqual(['relay']);
  const expectReconnecting = () =>
    Promise.all([
      expect(tile(ada.page, bo.name)).toContainText('Reconnecting'),
      expect(tile(bo.page, ada.name)).toContainText('Reconnecting'),
    ]);

  await relay.kill();
  await expectReconnecting();
  await relay.restart();
  // The time in which a connection may recover by itself.
  await Promise.all(both.map(({ page }) => advanceClock(page, 15_000)));
  await Promise.all(
    (
      [
        [ada, bo],
        [bo, ada],
      ] as const
    ).map(async ([user, other]) => {
      await expect(tile(user.page, other.name)).toHaveAttribute('data-state', 'connected', {
        timeout: 60_000,
      });
      await expectVideoOf(user, other);
    }),
  );

  await relay.kill();
  await expectReconnecting();
  await advanceClock(ada.page, 31_000);
  await expect(callPanel(ada.page)).toContainText(`We can’t connect you to ${bo.name}`);
  await Promise.all([
    expect(endedSnackbar(bo.page)).toBeVisible(),
    advanceClock(ada.page, 30_000),
    expect(endedCall(ada.page)).toContainText('Video chat problem'),
  ]);
  for (const { page } of both) await expectDevicesReleased(page);
  for (const { page } of both) await page.close();
  await foyer.stop();
  await relay.stop();
});
