/** What the tests of calls share: people with a microphone that hears a voice and a camera that shows a clock, and their calls. */
import type { Browser, BrowserContextOptions, Locator } from '@playwright/test';
import { browserFlags, browserPath } from './browser.ts';
import {
  expect,
  expectNoFaults,
  test as base,
  watch,
  type AccountOfTest,
  type Foyer,
  type Page,
} from './harness.ts';
import { voiceFile } from './voice.ts';
import { lobby, signInAnywhere, withLogin } from './profilePage.ts';

/** @param devices what Chromium's fake devices are told */
export const fakeDevices = async (devices = '') => ({
  executablePath: await browserPath(),
  args: [
    ...browserFlags,
    `--use-fake-device-for-media-stream${devices}`,
    `--use-file-for-fake-audio-capture=${voiceFile()}`,
    // Names of addresses are found by multicast, which a machine of tests may not have.
    '--disable-features=WebRtcHideLocalIpsWithMdns',
    '--allow-loopback-in-peer-connection',
  ],
});
/** Every question for a device, and for a screen, is answered with yes. */
export const allowed = [
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
];

/** Somebody in the lobby, in a browser of their own. */
export interface Guest {
  readonly who: AccountOfTest;
  readonly name: string;
  readonly page: Page;
}

interface Coming extends BrowserContextOptions {
  /** Else that of the test. */
  readonly browser?: Browser;
}

type Come = (name: string, options?: Coming) => Promise<Guest>;

/** `come`: people in the lobby, who leave when the test ends; what their browsers complain about fails it. */
export const test = base.extend<{ come: Come }>({
  come: async ({ browser, foyer, allowed: may }, provide) => {
    const faults: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await provide(async (name, { browser: own = browser, ...options } = {}) => {
      const who = await foyer.account({ name });
      const context = await own.newContext({ baseURL: foyer.url, locale: 'en-GB', ...options });
      contexts.push(context);
      context.on('page', (page) => watch(page, foyer.url, may, faults));
      const page = await context.newPage();
      await page.addInitScript(rememberMedia);
      await page.goto(`${lobby}?lang=en`);
      await signInAnywhere(page, who);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      return { who, name, page };
    });
    await Promise.all(contexts.map((context) => context.close()));
    await expectNoFaults(faults);
  },
});

interface Remembered {
  readonly connections: readonly RTCPeerConnection[];
  readonly tracks: readonly MediaStreamTrack[];
}

/** So that a test can ask by which way a connection goes, and whether a camera is let go of. */
function rememberMedia(): void {
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
  for (const name of ['getUserMedia', 'getDisplayMedia'] as const) {
    const ask = mediaDevices[name].bind(mediaDevices);
    mediaDevices[name] = async (constraints) => {
      const stream = await ask(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
  }
}

/** Nothing that was asked for goes on: the light of the camera is out, and no connection is left. */
export const expectReleased = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { connections, tracks } = window as unknown as Remembered;
        const open = connections.filter(({ connectionState }) => connectionState !== 'closed');
        const live = tracks.filter(({ readyState }) => readyState === 'live');
        return { asked: tracks.length > 0, open: open.length, live: live.map(({ kind }) => kind) };
      }),
    )
    .toEqual({ asked: true, open: 0, live: [] });

/** So much time passes for a page at once. */
export const hurry = (page: Page, ms: number): Promise<void> =>
  page.evaluate((later) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + later;
  }, ms);

/** The ways of the connections that stand: `host`, `relay`… */
export const waysOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as Remembered;
    const ways = await Promise.all(
      connections
        .filter(({ connectionState }) => connectionState === 'connected')
        .map(async (connection) => {
          const all = [...(await connection.getStats()).values()] as Record<string, unknown>[];
          const pair = all.find((each) => each['type'] === 'candidate-pair' && each['nominated'] === true);
          const local = all.find(({ id }) => id === pair?.['localCandidateId']);
          return String(local?.['candidateType']);
        }),
    );
    return ways;
  });

/** From how many others sound comes at this moment. */
export const voicesOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as Remembered;
    const received = async (connection: RTCPeerConnection): Promise<number> => {
      const all = [...(await connection.getStats()).values()] as Record<string, unknown>[];
      const sounds = all.filter(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio');
      return sounds.reduce((sum, { packetsReceived }) => sum + Number(packetsReceived), 0);
    };
    const before = await Promise.all(connections.map(received));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const after = await Promise.all(connections.map(received));
    return after.filter((count, index) => count > (before[index] ?? 0)).length;
  });

export const callPanel = (page: Page): Locator => page.locator('[data-dialog="call"]');
export const ringing = (page: Page): Locator => page.getByRole('alertdialog');
export const preview = (page: Page): Locator => page.locator('[data-dialog="call-preview"]');
export const over = (page: Page): Locator => page.locator('[data-dialog="call-over"]');
export const tile = (page: Page, name: string): Locator =>
  callPanel(page).locator('[data-member]').filter({ hasText: name });
export const press = (page: Page, name: string): Promise<void> =>
  callPanel(page).getByRole('button', { name, exact: true }).click();

export async function openProfile({ page }: Guest, other: Guest): Promise<void> {
  await page.goto(`${lobby}?lang=en&profile=${other.who.userId}`);
  await expect(callButton(page)).toBeVisible();
}

export const callButton = (page: Page): Locator =>
  page.locator('.slot-panel').getByRole('button', { name: 'Call', exact: true });

export async function callFromProfile({ page }: Guest): Promise<void> {
  await callButton(page).click();
  await expect(preview(page)).toBeVisible();
}

/** By their profile: the preview of a call with somebody. */
export async function openPreview(from: Guest, other: Guest): Promise<void> {
  await openProfile(from, other);
  await callFromProfile(from);
}

/** One calls; resolves when it rings at the other. */
export async function call(from: Guest, to: Guest): Promise<void> {
  await openPreview(from, to);
  const start = preview(from.page).getByRole('button', { name: /^(Call|Join)$/ });
  await start.click();
  await expect(ringing(to.page)).toContainText(`${from.name} calls you`);
}

export const accept = async ({ page }: Guest, how = 'Accept with camera'): Promise<void> =>
  ringing(page).getByRole('button', { name: how }).click();

async function expectMoves(video: Locator): Promise<void> {
  const width = () => video.evaluate((element: HTMLVideoElement) => element.videoWidth);
  await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(0);
  const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const before = await at();
  await expect.poll(at).toBeGreaterThan(before);
}

/** Pictures of somebody arrive and move. */
export const expectSees = ({ page }: Guest, name: string): Promise<void> =>
  expectMoves(tile(page, name).locator('video'));

/** What somebody shares arrives. */
export const expectSeesScreen = ({ page }: Guest, name: string): Promise<void> =>
  expectMoves(callPanel(page).locator('[data-screen]').filter({ hasText: name }).locator('video'));

/** What somebody's microphone hears is heard: they speak. */
export const expectHears = ({ page }: Guest, name: string): Promise<void> =>
  expect(tile(page, name)).toHaveAttribute('data-speaking', 'true', { timeout: 30_000 });

export { expect, lobby, withLogin };
export type { Foyer, Page };
