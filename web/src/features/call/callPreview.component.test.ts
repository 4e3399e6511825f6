/** The preview before a call, and the messages about missing or denied devices (CHAT-16 to CHAT-19). */
import { startCall, subscribeToCalls } from '@foyer/contract';
import { expect, test } from 'vitest';
import { RejectedCall } from '../../testing/fakeServer.ts';
import { desktop, phone } from '../../testing/page.ts';
import { bo } from '../chat/testing/users.ts';
import {
  bosProfilePath,
  callBo,
  callButton,
  callControl,
  callPanel,
  endDialog,
  expectReleased,
  openCallPage,
  openPreview,
  preview,
  ringing,
  startFromPreview,
  tile,
} from './testing/callPage.ts';
import { FakeCalls, voiceOnly } from './testing/fakeCalls.ts';
import { FakeMedia } from './testing/fakeMedia.ts';

const allOff = { microphone: false, camera: false, screen: false };

test('CHAT-12ab the preview shows the own picture; closing it releases the devices, and the next call works', async () => {
  const { page, media } = await openPreview();
  await expect.element(preview(page).getByCSS('video')).toBeVisible();
  await page.expectAccessible('[data-dialog="call-preview"]');
  await preview(page).getByRole('button', { name: 'Not now' }).click();
  await expect.element(preview(page)).not.toBeInTheDocument();
  await expectReleased(media);
  await callButton(page).click();
  await expect.element(preview(page).getByCSS('video')).toBeVisible();
  await startFromPreview(page);
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
});

test('a dialog over a side panel stays there for screen readers when the window becomes as small as a phone, and the panel is modal below it again', async () => {
  const { page } = await openPreview();
  const panel = page.getByRole('dialog', { name: bo.name });
  await expect.element(panel).toBeInTheDocument();
  page.resize(phone.width, phone.height);
  // The scrim of a phone: from now on the panel would be modal.
  await expect.element(page.getByCSS('.scrim-light')).toBeInTheDocument();
  await expect.element(preview(page)).toBeVisible();
  expect(preview(page).element().closest('[aria-hidden], [inert]')).toBeNull();
  const start = preview(page).getByRole('button', { name: 'Call', exact: true });
  await expect.element(start).toBeVisible();
  await preview(page).getByRole('button', { name: 'Not now' }).click();
  await expect.element(preview(page)).not.toBeInTheDocument();
  await expect.element(panel).toBeVisible();
  await expect.element(page.getByCSS('main')).toHaveAttribute('aria-hidden', 'true');
});

test('CHAT-16c CHAT-17a the page asks for access, says that it was denied, and joins without devices', async () => {
  const media = new FakeMedia();
  const closePrompt = media.holdPrompt();
  media.errors = { audio: 'NotAllowedError', video: 'NotAllowedError' };
  const { page, calls } = await openPreview({ media });
  await expect.element(preview(page)).toMatchTextContent('Grant camera and microphone access');
  closePrompt();
  await expect.element(preview(page).getByRole('alert')).toMatchTextContent('Access denied');
  await startFromPreview(page);
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
  expect(calls.chat.server.commands(startCall).map(({ media: own }) => own)).toEqual([allOff]);
  await expect.element(tile(page, 'You')).toMatchTextContent('Muted');
  calls.join(bo);
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  await expect.element(callPanel(page).getByRole('alert')).toMatchTextContent('Access denied');
});

test('CHAT-17b a call that is accepted while access is denied says so in the call', async () => {
  const media = new FakeMedia();
  media.errors = { audio: 'NotAllowedError', video: 'NotAllowedError' };
  const { page, calls } = await openCallPage({ media });
  calls.ring();
  await ringing(page).getByRole('button', { name: 'Accept with camera' }).click();
  await expect.element(callPanel(page).getByRole('alert')).toMatchTextContent('Access denied');
  await expect.element(tile(page, 'Bo Nilsson')).toHaveAttribute('data-state', 'connected');
  expect(calls.ownMedia).toEqual(allOff);
});

test.for([
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const)('CHAT-16b the Call button stays where it is when a note appears, %s', async ([, screen]) => {
  const media = new FakeMedia();
  const closePrompt = media.holdPrompt();
  media.errors = { audio: 'NotAllowedError', video: 'NotAllowedError' };
  const { page } = await openPreview({ media, ...screen });
  await expect.element(preview(page)).toMatchTextContent('Grant camera and microphone access');
  await page.atRest();
  const button = preview(page).getByRole('button', { name: 'Call', exact: true });
  const before = page.boxOf(button).toJSON() as unknown;
  closePrompt();
  await expect.element(preview(page).getByRole('alert')).toMatchTextContent('Access denied');
  expect(page.boxOf(button).toJSON()).toEqual(before);
});

test('CHAT-18c without a camera the user joins with their voice', async () => {
  const media = new FakeMedia();
  media.cameras.length = 0;
  const { page, calls } = await openPreview({ media });
  await expect.element(preview(page).getByRole('alert')).toMatchTextContent('No camera found');
  await startFromPreview(page);
  await expect.element(callPanel(page)).toMatchTextContent('Calling Bo Nilsson');
  expect(calls.ownMedia).toEqual(voiceOnly);
  await expect.element(tile(page, 'You').getByCSS('.callTiles_face')).toBeVisible();
  calls.join(bo, voiceOnly);
  await expect.element(tile(page, 'Bo Nilsson').getByCSS('.callTiles_face')).toBeVisible();
});

test('CHAT-18f a camera in use elsewhere and a lost microphone are reported, and the call continues', async () => {
  const media = new FakeMedia();
  media.errors = { video: 'NotReadableError' };
  const { page, calls } = await callBo({ media });
  const note = callPanel(page).getByRole('alert');
  await expect.element(note).toMatchTextContent('Video chat problem');
  expect(calls.ownMedia).toEqual(voiceOnly);

  // The other microphone replaces the lost one.
  const first = media.live('audio');
  media.unplugMicrophone();
  await expect.poll(() => media.live('audio') !== undefined && media.live('audio') !== first).toBe(true);
  await expect.poll(() => calls.ownMedia).toEqual(voiceOnly);
  await expect.element(tile(page, 'You')).not.toMatchTextContent('Muted');

  media.errors = { audio: 'NotFoundError', video: 'NotReadableError' };
  media.unplugMicrophone();
  await expect.element(tile(page, 'You')).toMatchTextContent('Muted');
  await expect.poll(() => calls.ownMedia).toEqual(allOff);
  await expect.element(note).toMatchTextContent('Video chat problem');
  media.errors = {};
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.poll(() => calls.ownMedia).toEqual({ microphone: true, camera: true, screen: false });
});

test('CHAT-18g with the camera denied and the microphone allowed, the call is audio only', async () => {
  const media = new FakeMedia();
  media.errors = { video: 'NotAllowedError' };
  const { page, calls } = await openCallPage({ media });
  calls.ring();
  await ringing(page).getByRole('button', { name: 'Accept with camera' }).click();
  await expect.element(callPanel(page).getByRole('alert')).toMatchTextContent('Access denied');
  expect(calls.ownMedia).toEqual(voiceOnly);
  await expect.element(callControl(page, 'Mute')).toBeVisible();
});

test('CHAT-19c where calls are disabled, the page says that video chat is not enabled', async () => {
  const calls = new FakeCalls();
  calls.chat.server.onCommand(subscribeToCalls, () => {
    throw new RejectedCall({ code: 'functionUnsupported', errMsg: 'Calls are off.' });
  });
  const { page, media } = await openCallPage({ path: bosProfilePath, calls });
  await callButton(page).click();
  await expect.element(endDialog(page)).toMatchTextContent('Video chat not enabled');
  expect(media.tracks).toEqual([]);
});
