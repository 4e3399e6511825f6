/** Browsers that let nobody use camera or microphone (CHAT-16, CHAT-17). */
import {
  accept,
  callPanel,
  expect,
  fakeDevices,
  openPreview,
  preview,
  test,
  tile,
  withLogin,
  type Page,
} from './callPage.ts';

const devices = await fakeDevices();
test.use({
  server: withLogin,
  launchOptions: { ...devices, args: [...devices.args, '--use-fake-ui-for-media-stream=deny'] },
});
test.setTimeout(120_000);

/** The browser's question is answered when the test says so. */
const holdQuestion = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const answered = new Promise((resolve) => Object.assign(window, { answer: resolve }));
    mediaDevices.getUserMedia = async (constraints) => answered.then(() => ask(constraints));
  });
const answerQuestion = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { answer(): void }).answer());

test('CHAT-16a CHAT-17a one is asked to grant access; where it is denied the page says so, and one can still join', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await holdQuestion(ada.page);
  await openPreview(ada, bo);
  await expect(preview(ada.page)).toContainText('Grant camera and microphone access');
  await answerQuestion(ada.page);
  await expect(preview(ada.page).getByRole('alert')).toContainText('Access denied');
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await accept(bo);
  await expect(callPanel(bo.page).getByRole('alert')).toContainText('Access denied');
  await expect(tile(bo.page, 'Ada')).toContainText('Microphone off');
  await expect(tile(bo.page, 'Ada')).toHaveAttribute('data-state', 'connected', { timeout: 30_000 });
});

test('CHAT-16b the button with which one calls stays where it is, whatever is told beside it', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await holdQuestion(ada.page);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await ada.page.setViewportSize(viewport);
    await openPreview(ada, bo);
    const button = preview(ada.page).getByRole('button', { name: 'Call', exact: true });
    await expect(preview(ada.page)).toContainText('Grant camera and microphone access');
    // Where it stands when it has come in.
    await preview(ada.page).evaluate((dialog) =>
      Promise.all(dialog.getAnimations().map(({ finished }) => finished)),
    );
    const before = await button.boundingBox();
    await answerQuestion(ada.page);
    await expect(preview(ada.page).getByRole('alert')).toContainText('Access denied');
    expect(await button.boundingBox()).toEqual(before);
  }
});
