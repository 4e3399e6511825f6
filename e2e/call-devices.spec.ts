/** Cameras and microphones: chosen, lost, denied and allowed again (CHAT-18). web/src/features/call tests their messages. */
import type { Locator } from '@playwright/test';
import {
  accept,
  callPanel,
  expect,
  expectSpeaking,
  expectVideoOf,
  launchOptions,
  openPreview,
  pressCallButton,
  preview,
  incomingCall,
  startCall,
  test,
  tile,
  withLogin,
  type CallUser,
  type Page,
} from './pages/callPage.ts';

test.use({ server: withLogin, launchOptions });

/** Runs in the page: denies microphone and camera until `allow` is called. */
function denyAll(): void {
  const { mediaDevices, permissions } = navigator;
  const denied = { isOn: true };
  Object.assign(window, { allow: () => (denied.isOn = false) });
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    if (denied.isOn) throw new DOMException('denied by the test', 'NotAllowedError');
    return getUserMedia(constraints);
  };
  const query = permissions.query.bind(permissions);
  permissions.query = async (descriptor) => {
    const status = await query(descriptor);
    return denied.isOn ? Object.defineProperty(status, 'state', { value: 'denied' }) : status;
  };
}

const allow = ({ page }: CallUser): Promise<void> =>
  page.evaluate(() => (window as unknown as { allow(): void }).allow());

/** Simulates an unplugged microphone. */
const unplug = ({ page }: CallUser): Promise<void> =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    const track = tracks.findLast(({ kind, readyState }) => kind === 'audio' && readyState === 'live');
    track?.stop();
    track?.dispatchEvent(new Event('ended'));
  });

/** The names of the devices whose tracks a user sends. */
const sentBy = ({ page }: CallUser): Promise<string[]> =>
  page.evaluate(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    return connections
      .filter(({ connectionState }) => connectionState === 'connected')
      .flatMap((connection) => connection.getSenders().flatMap(({ track }) => track?.label ?? []));
  });

/** The names of the devices in use. */
const heldBy = ({ page }: CallUser): Promise<string[]> =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    return tracks.filter(({ readyState }) => readyState === 'live').map(({ label }) => label);
  });

async function choose(page: Page, within: Locator, kind: string, device: string): Promise<void> {
  await within.getByRole('combobox', { name: `${kind}: ` }).click();
  await page.getByRole('option', { name: device, exact: true }).click();
  await expect(within.getByRole('combobox', { name: `${kind}: ${device}` })).toBeVisible();
}

test('CHAT-16a CHAT-18b CHAT-18e the chosen devices are sent, before a call, in it and in the next one; a lost microphone is replaced; a participant without devices is connected and joins in later', async ({
  signInAs,
}) => {
  const bo = await signInAs('Bo', { prepare: denyAll });
  const ada = await signInAs('Ada', { profileOf: bo });
  await openPreview(ada);
  await choose(ada.page, preview(ada.page), 'Camera', 'fake_device_2');
  await startCall(ada);
  await expect(incomingCall(bo.page)).toContainText(`${ada.name} is calling`);
  await accept(bo);
  await expectVideoOf(bo, ada);
  await expect.poll(() => sentBy(ada)).toEqual(['Fake Default Audio Input', 'fake_device_2']);

  // Bo is connected without sending anything.
  const note = callPanel(bo.page).getByRole('alert');
  await expect(note).toContainText('Access denied');
  await expect(tile(ada.page, bo.name)).toHaveAttribute('data-state', 'connected');
  await expect(tile(ada.page, bo.name)).toContainText('Muted');
  await allow(bo);
  await note.getByRole('button', { name: 'Try again' }).click();
  await Promise.all([expectSpeaking(ada, bo), expectVideoOf(ada, bo)]);
  await expect(note).toHaveCount(0);
  await unplug(bo);
  // Another microphone is available.
  await expect(tile(ada.page, bo.name)).not.toContainText('Muted');
  await expectSpeaking(ada, bo);

  await pressCallButton(ada.page, 'Audio and video');
  await choose(ada.page, callPanel(ada.page), 'Microphone', 'Fake Audio Input 2');
  await expect.poll(() => sentBy(ada)).toEqual(['Fake Audio Input 2', 'fake_device_2']);
  await choose(ada.page, callPanel(ada.page), 'Camera', 'fake_device_0');
  const chosen = ['Fake Audio Input 2', 'fake_device_0'];
  await expect.poll(() => sentBy(ada)).toEqual(chosen);
  // A device that is not used any more is released.
  await expect.poll(() => heldBy(ada)).toEqual(chosen);
  await Promise.all([expectVideoOf(bo, ada), expectSpeaking(bo, ada)]);
  await pressCallButton(ada.page, 'Leave');
  await openPreview(ada);
  await expect.poll(() => heldBy(ada)).toEqual(chosen);
  // A missing chosen device affects neither the call nor the other chosen device.
  await preview(ada.page).getByRole('button', { name: 'Not now' }).click();
  await ada.page.evaluate(() => localStorage.setItem('foyer.camera', 'unplugged'));
  await openPreview(ada);
  await expect.poll(() => heldBy(ada)).toEqual(chosen);
  await expect(preview(ada.page).getByRole('alert')).toHaveCount(0);
});
