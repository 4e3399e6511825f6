/** Calls where a device does not work, and where there are none (CHAT-18, CHAT-19). */
import {
  accept,
  allowed,
  call,
  callFromProfile,
  callPanel,
  expect,
  expectHears,
  expectSees,
  fakeDevices,
  lobby,
  openPreview,
  openProfile,
  over,
  press,
  preview,
  test,
  tile,
  withLogin,
  type Guest,
  type Page,
} from './callPage.ts';
import type { Locator } from '@playwright/test';

// Three cameras, and the microphones that go with them.
const devices = await fakeDevices('=device-count=3');
test.use({ server: withLogin, launchOptions: { ...devices, args: [...devices.args, ...allowed] } });
test.setTimeout(120_000);

/** From now on the browser answers so, with the names that browsers have; nothing: as it does. */
const refuse = (page: Page, refused: { audio?: string; video?: string }): Promise<void> =>
  page.evaluate((names) => void Object.assign(window, { refused: names }), refused);

/** Devices that another program has, that are refused, or that are not there. */
function answerAsTold(): void {
  const { mediaDevices, permissions } = navigator;
  const told = () => (window as { refused?: Partial<Record<string, string>> }).refused ?? {};
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints = {}) => {
    for (const [kind, name] of Object.entries(told()))
      if (constraints[kind as 'audio' | 'video']) throw new DOMException('as told', name);
    return ask(constraints);
  };
  const query = permissions.query.bind(permissions);
  permissions.query = async (asked) => {
    const status = await query(asked);
    const kind = asked.name === 'camera' ? 'video' : 'audio';
    return told()[kind] === 'NotAllowedError'
      ? Object.defineProperty(status, 'state', { value: 'denied' })
      : status;
  };
}

/** Somebody pulls out the microphone. */
const unplug = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    const track = tracks.findLast(({ kind, readyState }) => kind === 'audio' && readyState === 'live');
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  });

test('CHAT-18b a camera that another program has, or that is refused, and a microphone that is pulled out are told; the call goes on with what is there', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  for (const { page } of [ada, bo]) await page.addInitScript(answerAsTold);
  await bo.page.reload();
  await refuse(bo.page, { video: 'NotAllowedError' });
  await openProfile(ada, bo);
  await refuse(ada.page, { video: 'NotReadableError' });
  await callFromProfile(ada);
  await expect(preview(ada.page).getByRole('alert')).toContainText('Video chat problem');
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await accept(bo);
  const [hers, his] = [callPanel(ada.page).getByRole('alert'), callPanel(bo.page).getByRole('alert')];
  await expect(his).toContainText('Access denied');
  await expectHears(bo, 'Ada');
  await expectHears(ada, 'Bo');

  // Another one is left.
  await unplug(bo.page);
  await expectHears(ada, 'Bo');
  await refuse(ada.page, { audio: 'NotFoundError', video: 'NotReadableError' });
  await unplug(ada.page);
  await expect(tile(bo.page, 'Ada')).toContainText('Microphone off');
  await expect(hers).toContainText('Video chat problem');
  await refuse(ada.page, {});
  await hers.getByRole('button', { name: 'Try again' }).click();
  await expectHears(bo, 'Ada');
  await expectSees(bo, 'Ada');
  await expect(hers).toHaveCount(0);
});

/** What the others get of somebody at this moment, by the names of its devices. */
const sentBy = ({ page }: Guest): Promise<string[]> =>
  page.evaluate(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    return connections
      .filter(({ connectionState }) => connectionState === 'connected')
      .flatMap((connection) => connection.getSenders().flatMap(({ track }) => track?.label ?? []));
  });

/** The devices that are held, each once. */
const heldBy = ({ page }: Guest): Promise<string[]> =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    return tracks.filter(({ readyState }) => readyState === 'live').map(({ label }) => label);
  });

async function choose(page: Page, within: Locator, kind: string, device: string): Promise<void> {
  await within.getByRole('combobox', { name: `${kind}: ` }).click();
  await page.getByRole('option', { name: device, exact: true }).click();
  await expect(within.getByRole('combobox', { name: `${kind}: ${device}` })).toBeVisible();
}

test('CHAT-18e the camera and the microphone that one chooses are the ones whose picture and voice are sent, before a call, in it, and in the next one', async ({
  come,
}) => {
  const [ada, bo] = [await come('Ada'), await come('Bo')];
  await openPreview(ada, bo);
  await choose(ada.page, preview(ada.page), 'Camera', 'fake_device_2');
  await preview(ada.page).getByRole('button', { name: 'Call', exact: true }).click();
  await accept(bo);
  await expectSees(bo, 'Ada');
  await expect.poll(() => sentBy(ada)).toEqual(['Fake Default Audio Input', 'fake_device_2']);
  await press(ada.page, 'Sound and picture');
  await choose(ada.page, callPanel(ada.page), 'Microphone', 'Fake Audio Input 2');
  await expect.poll(() => sentBy(ada)).toEqual(['Fake Audio Input 2', 'fake_device_2']);
  await choose(ada.page, callPanel(ada.page), 'Camera', 'fake_device_0');
  const chosen = ['Fake Audio Input 2', 'fake_device_0'];
  await expect.poll(() => sentBy(ada)).toEqual(chosen);
  // What is not sent any more is let go of.
  await expect.poll(() => heldBy(ada)).toEqual(chosen);
  await expectSees(bo, 'Ada');
  await expectHears(bo, 'Ada');
  await press(ada.page, 'Leave');
  await callFromProfile(ada);
  await expect.poll(() => heldBy(ada)).toEqual(chosen);
  // One that is gone costs neither the call nor the other choice.
  await preview(ada.page).getByRole('button', { name: 'Not now' }).click();
  await ada.page.evaluate(() => localStorage.setItem('foyer.camera', 'unplugged'));
  await callFromProfile(ada);
  await expect.poll(() => heldBy(ada)).toEqual(chosen);
  await expect(preview(ada.page).getByRole('alert')).toHaveCount(0);
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
  await ada.page.goto(`${lobby}?lang=en&profile=${bo.who.userId}`);
  await ada.page.locator('.slot-panel').getByRole('button', { name: 'Call', exact: true }).click();
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
