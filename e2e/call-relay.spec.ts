/** A call through a real coturn, with all direct ways closed. */
import {
  accept,
  allowed,
  call,
  expect,
  expectHears,
  expectSees,
  fakeDevices,
  test,
  waysOf,
  withLogin,
} from './callPage.ts';
import { startRelay } from './turn.ts';

const devices = await fakeDevices();
test.use({ server: withLogin, launchOptions: { ...devices, args: [...devices.args, ...allowed] } });
test.setTimeout(120_000);

test('CHAT-05i with all direct ways closed two people see and hear each other through the relay', async ({
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
  for (const { page } of [ada, bo]) expect(await waysOf(page)).toEqual(['relay']);
  await ada.page.close();
  await bo.page.close();
  await foyer.away();
  await relay.stop();
});
