/** Helpers of the journeys with calls: users with a fake microphone that plays a voice and a fake camera, and the call panel. */
import type { Locator } from '@playwright/test';
import { browserPath, testFlags } from '../harness/browser.ts';
import { uniqueName } from './chatPage.ts';
import {
  expect,
  expectNoErrors,
  openSession,
  test as base,
  collectErrors,
  type TestAccount,
  type Foyer,
  type Page,
} from '../harness/fixtures.ts';
import { withLogin } from './profilePage.ts';
import { voiceFile } from '../harness/voice.ts';

/** Three cameras and microphones; permissions for devices and the screen are always granted. */
export const launchOptions = {
  executablePath: await browserPath(),
  args: [
    ...testFlags,
    '--use-fake-device-for-media-stream=device-count=3,fps=10',
    `--use-file-for-fake-audio-capture=${voiceFile()}`,
    '--use-fake-ui-for-media-stream',
    '--auto-select-desktop-capture-source=Entire screen',
    // mDNS names need multicast, which a test machine may not support.
    '--disable-features=WebRtcHideLocalIpsWithMdns',
    '--allow-loopback-in-peer-connection',
  ],
};

const lounge = '/v/nightfall/area/lounge';

/** A signed-in user in the lounge with a separate browser context. */
export interface CallUser {
  readonly account: TestAccount;
  readonly name: string;
  readonly page: Page;
}

interface SignInOptions {
  /** The user whose profile is open. */
  readonly profileOf?: CallUser;
  /** Runs in the page before the app's scripts. */
  readonly prepare?: () => void;
}

type SignInAs = (name: string, coming?: SignInOptions) => Promise<CallUser>;

/** `signInAs` opens the lounge as a new user, who leaves when the test ends. Errors that the browser reports fail the test. */
export const test = base.extend<{ signInAs: SignInAs }>({
  signInAs: async ({ browser, foyer, allowed: may }, provide) => {
    const errors: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await provide(async (givenName, { profileOf, prepare } = {}) => {
      const name = uniqueName(givenName);
      const account = await foyer.createAccount({ name });
      const context = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
      contexts.push(context);
      context.on('page', (page) => collectErrors(page, foyer.url, may, errors));
      const page = await context.newPage();
      await page.addInitScript(recordMedia);
      if (prepare) await page.addInitScript(prepare);
      await openSession(page, foyer.url, account);
      const profile = profileOf ? `&profile=${profileOf.account.userId}` : '';
      await page.goto(`${lounge}?lang=en${profile}`);
      // With an open profile, waits until the profile is loaded.
      const visibleWhenReady = profileOf
        ? callButton(page)
        : page.getByRole('button', { name: 'Account menu' });
      await expect(visibleWhenReady).toBeVisible();
      return { account, name, page };
    });
    await Promise.all(contexts.map((context) => context.close()));
    await expectNoErrors(errors);
  },
});

interface RecordedMedia {
  readonly connections: readonly RTCPeerConnection[];
  readonly tracks: readonly MediaStreamTrack[];
}

/**
 * Runs in the page: records connections and tracks, so that a test can check the candidate types of connections and whether
 * a camera is released. Videos are small, because several browsers encode and decode them on one machine.
 */
function recordMedia(): void {
  const connections: RTCPeerConnection[] = [];
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { connections, tracks });
  const { RTCPeerConnection: Native } = window;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
  const { mediaDevices } = navigator;
  const small = { width: { ideal: 160 }, height: { ideal: 120 }, frameRate: { ideal: 10 } };
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async ({ video, ...constraints } = {}) => {
    const stream = await getUserMedia(
      typeof video === 'object' ? { ...constraints, video: { ...video, ...small } } : { ...constraints },
    );
    tracks.push(...stream.getTracks());
    return stream;
  };
  const getDisplayMedia = mediaDevices.getDisplayMedia.bind(mediaDevices);
  mediaDevices.getDisplayMedia = async (constraints) => {
    const stream = await getDisplayMedia({
      ...constraints,
      video: { width: { max: 320 }, height: { max: 240 }, frameRate: { max: 10 } },
    });
    tracks.push(...stream.getTracks());
    return stream;
  };
}

/** Expects that devices were used, and that no device is in use and no connection is open. */
export const expectDevicesReleased = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { connections, tracks } = window as unknown as RecordedMedia;
        const open = connections.filter(({ connectionState }) => connectionState !== 'closed');
        const live = tracks.filter(({ readyState }) => readyState === 'live');
        return { used: tracks.length > 0, open: open.length, live: live.map(({ kind }) => kind) };
      }),
    )
    .toEqual({ used: true, open: 0, live: [] });

/** Advances a page's `performance.now` by a number of milliseconds. */
export const advanceClock = (page: Page, ms: number): Promise<void> =>
  page.evaluate((later) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + later;
  }, ms);

/** The local candidate types of the connected peer connections, such as `host` or `relay`. */
export const candidateTypesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as RecordedMedia;
    const types = await Promise.all(
      connections
        .filter(({ connectionState }) => connectionState === 'connected')
        .map(async (connection) => {
          const all = [...(await connection.getStats()).values()] as Record<string, unknown>[];
          const pair = all.find((each) => each['type'] === 'candidate-pair' && each['nominated'] === true);
          const local = all.find(({ id }) => id === pair?.['localCandidateId']);
          return String(local?.['candidateType']);
        }),
    );
    return types;
  });

/** The number of connections that have received audio since the previous call. */
export const countAudioConnections = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const media = window as unknown as RecordedMedia & { packetCounts?: number[] };
    const countPackets = async (connection: RTCPeerConnection): Promise<number> => {
      const all = [...(await connection.getStats()).values()] as Record<string, unknown>[];
      const sounds = all.filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio');
      return sounds.reduce((sum, { packetsReceived }) => sum + Number(packetsReceived), 0);
    };
    const { packetCounts: before = [] } = media;
    const after = await Promise.all(media.connections.map(countPackets));
    media.packetCounts = after;
    return after.filter((count, index) => count > (before[index] ?? Infinity)).length;
  });

export const callPanel = (page: Page): Locator => page.locator('[data-dialog="call"]');
export const incomingCall = (page: Page): Locator => page.getByRole('alertdialog');
export const preview = (page: Page): Locator => page.locator('[data-dialog="call-preview"]');
/** The snackbar about a call that the others have left. */
export const endedSnackbar = (page: Page): Locator =>
  page.getByRole('status').getByRole('listitem').filter({ hasText: 'The call has ended' });
export const endedCall = (page: Page): Locator => page.locator('[data-dialog="call-over"]');
export const tile = (page: Page, name: string): Locator =>
  callPanel(page).locator('[data-member]').filter({ hasText: name });
export const pressCallButton = (page: Page, name: string): Promise<void> =>
  callPanel(page).getByRole('button', { name, exact: true }).click();

const callButton = (page: Page): Locator =>
  page.locator('[data-slot=panel]').getByRole('button', { name: 'Call', exact: true });

/** Opens the preview of a call from the open profile. */
export async function openPreview({ page }: CallUser): Promise<void> {
  await callButton(page).click();
  await expect(preview(page)).toBeVisible();
}

export const startCall = ({ page }: CallUser): Promise<void> =>
  preview(page)
    .getByRole('button', { name: /^(Call|Join)$/ })
    .click();

/** Calls from the open profile. Resolves when the call rings for the other user. */
export async function call(from: CallUser, to: CallUser): Promise<void> {
  await openPreview(from);
  await startCall(from);
  await expect(incomingCall(to.page)).toContainText(`${from.name} is calling`);
}

export const accept = async ({ page }: CallUser, how = 'Accept with camera'): Promise<void> =>
  incomingCall(page).getByRole('button', { name: how }).click();

export const closeEndedCall = (page: Page): Promise<void> =>
  endedCall(page).getByRole('button', { name: 'Close' }).first().click();

async function expectPlays(video: Locator): Promise<void> {
  const width = () => video.evaluate((element: HTMLVideoElement) => element.videoWidth);
  await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(0);
  const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const before = await at();
  await expect.poll(at).toBeGreaterThan(before);
}

/** Expects that the other user's video plays. */
export const expectVideoOf = ({ page }: CallUser, { name }: CallUser): Promise<void> =>
  expectPlays(tile(page, name).locator('video'));

/** Expects that the other user's shared screen plays. */
export const expectScreenOf = ({ page }: CallUser, { name }: CallUser): Promise<void> =>
  expectPlays(callPanel(page).locator('[data-screen]').filter({ hasText: name }).locator('video'));

/** Expects that the other user is shown as speaking. */
export const expectSpeaking = ({ page }: CallUser, { name }: CallUser): Promise<void> =>
  expect(tile(page, name)).toHaveAttribute('data-speaking', 'true', { timeout: 30_000 });

export { expect, withLogin };
export type { Foyer, Page };
