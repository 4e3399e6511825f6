/** What the tests of calls share: people with a microphone that beeps and a camera that shows a clock, and their calls. */
import type { BrowserContextOptions, Locator } from '@playwright/test';
import { browserFlags, browserPath } from './browser.ts';
import { expect, test as base, watch, type AccountOfTest, type Foyer, type Page } from './harness.ts';
import { lobby, signInAnywhere, withLogin } from './profilePage.ts';

/** @param devices what Chromium's fake devices are told */
export const fakeDevices = async (devices = '') => ({
  executablePath: await browserPath(),
  args: [
    ...browserFlags,
    `--use-fake-device-for-media-stream${devices}`,
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

type Come = (name: string, options?: BrowserContextOptions) => Promise<Guest>;

/** `come`: people in the lobby, who leave when the test ends; what their browsers complain about fails it. */
export const test = base.extend<{ come: Come }>({
  come: async ({ browser, foyer, allowed: may }, provide) => {
    const faults: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await provide(async (name, options = {}) => {
      const who = await foyer.account({ name });
      const context = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB', ...options });
      contexts.push(context);
      context.on('page', (page) => watch(page, foyer.url, may, faults));
      const page = await context.newPage();
      await page.addInitScript(rememberConnections);
      await page.goto(`${lobby}?lang=en`);
      await signInAnywhere(page, who);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      return { who, name, page };
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults, 'what the browsers complained about').toEqual([]);
  },
});

/** So that a test can ask by which way a connection goes. */
function rememberConnections(): void {
  const known: RTCPeerConnection[] = [];
  Object.assign(window, { connections: known });
  const { RTCPeerConnection: Native } = window;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      known.push(this);
    }
  };
}

/** The ways of the connections that stand: `host`, `relay`… */
export const waysOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
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

export const callPanel = (page: Page): Locator => page.locator('[data-dialog="call"]');
export const ringing = (page: Page): Locator => page.getByRole('alertdialog');
export const preview = (page: Page): Locator => page.locator('[data-dialog="call-preview"]');
export const over = (page: Page): Locator => page.locator('[data-dialog="call-over"]');
export const tile = (page: Page, name: string): Locator =>
  callPanel(page).locator('[data-member]').filter({ hasText: name });
export const press = (page: Page, name: string): Promise<void> =>
  callPanel(page).getByRole('button', { name, exact: true }).click();

/** By their profile: the preview of a call with somebody. */
export async function openPreview({ page }: Guest, other: Guest): Promise<void> {
  await page.goto(`${lobby}?lang=en&profile=${other.who.userId}`);
  await page.locator('.slot-panel').getByRole('button', { name: 'Call', exact: true }).click();
  await expect(preview(page)).toBeVisible();
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

/** Pictures of somebody arrive and move. */
export async function expectSees({ page }: Guest, name: string): Promise<void> {
  const video = tile(page, name).locator('video');
  const width = () => video.evaluate((element: HTMLVideoElement) => element.videoWidth);
  await expect.poll(width, { timeout: 30_000 }).toBeGreaterThan(0);
  const at = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const before = await at();
  await expect.poll(at).toBeGreaterThan(before);
}

/** The beeps of somebody's microphone are heard: they speak. */
export const expectHears = ({ page }: Guest, name: string): Promise<void> =>
  expect(tile(page, name)).toHaveAttribute('data-speaking', 'true', { timeout: 30_000 });

export { expect, lobby, withLogin };
export type { Foyer, Page };
