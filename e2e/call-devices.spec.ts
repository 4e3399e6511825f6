/** Calls where a device does not work, and where there are none (CHAT-18, CHAT-19). */
import {
  accept,
  allowed,
  call,
  expect,
  expectHears,
  fakeDevices,
  openPreview,
  over,
  preview,
  test,
  withLogin,
} from './callPage.ts';

const devices = await fakeDevices();
test.use({ server: withLogin, launchOptions: { ...devices, args: [...devices.args, ...allowed] } });
test.setTimeout(120_000);

test('CHAT-18b a camera that another program has is a problem that is told; one’s voice goes', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await ada.page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      if (constraints?.video) throw new DOMException('Could not start video source', 'NotReadableError');
      return ask(constraints);
    };
  });
  await openPreview(ada, bo);
  await expect(preview(ada.page).getByRole('alert')).toContainText('Video chat problem');
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await accept(bo);
  await expectHears(bo, 'Ada');
});

test('CHAT-19c where calls are off the page says that video chat is not enabled', async ({
  come,
  foyer,
  allowed: may,
}) => {
  may.console.push(/status of 501/);
  await foyer.away();
  await foyer.back({ CALLS: 'off' });
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openPreview(ada, bo);
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await expect(over(ada.page)).toContainText('Video chat not enabled');
  await ada.page.close();
  await bo.page.close();
  await foyer.away();
});

test('CHAT-12ab a wrong moment costs no call: without a preview one cannot call, and closing it lets go', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openPreview(ada, bo);
  await expect(preview(ada.page).locator('video')).toBeVisible();
  await preview(ada.page).getByRole('button', { name: 'Not now' }).click();
  await expect(preview(ada.page)).toHaveCount(0);
  await call(ada, bo);
});
