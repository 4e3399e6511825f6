/** A machine without a camera. */
import {
  accept,
  allowed,
  call,
  expect,
  expectHears,
  fakeDevices,
  preview,
  openPreview,
  test,
  tile,
  withLogin,
} from './callPage.ts';

const devices = await fakeDevices('=device-count=0');
test.use({ server: withLogin, launchOptions: { ...devices, args: [...devices.args, ...allowed] } });
test.setTimeout(120_000);

test('CHAT-18c without a camera one joins with one’s voice', async ({ come }) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openPreview(ada, bo);
  await expect(preview(ada.page).getByRole('alert')).toContainText('There is no camera here');
  await call(ada, bo);
  await accept(bo);
  await expectHears(ada, 'Bo');
  await expectHears(bo, 'Ada');
  await expect(tile(ada.page, 'Bo').locator('.call-face')).toBeVisible();
});
