/** Helpers for component tests of widgets: widgets for the lounge of the test venue, and replaced responses. */
import type { Area } from '@foyer/contract';
import { expect, onTestFinished } from 'vitest';
import { cdp, type Locator } from 'vitest/browser';
import { FakeServer } from '../../testing/fakeServer.ts';
import type { AppPage } from '../../testing/page.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

/** A content widget as a venue file has it. */
export type ContentWidget = Area['contentWidgets'][number];

export const lounge = '/v/nightfall/area/lounge';

/** An image widget in the middle of the lounge, named Poster. */
export const poster = (
  configurations: readonly Partial<ConfigurationOf<'ImageWidget'>>[] = [{}],
  size?: { readonly width: number; readonly height: number },
): ContentWidget => ({
  id: 'poster',
  type: 'ImageWidget',
  name: 'Poster',
  configurations: configurations.map((configuration, index) => ({
    id: `picture-${index}`,
    name: 'picture',
    cookieProviders: [],
    assets: [{ locale: 'en', assetId: 'poster-light' }],
    ...configuration,
  })),
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 }, ...(size && { size }) }],
});

/** A notice in the lounge, named News and titled "Good to know". */
export const notice = (text: string): ContentWidget => ({
  id: 'news',
  type: 'TextNotificationWidget',
  name: 'News',
  configurations: [
    {
      id: 'notice',
      name: 'notice',
      cookieProviders: [],
      titles: [{ locale: 'en', text: 'Good to know' }],
      texts: [{ locale: 'en', text }],
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.3, y: 0.42 } }],
});

type Edit = Parameters<FakeServer['change']>[0];

/** Returns a change of the venue after which the lounge has only these widgets. */
export const inLounge =
  (...widgets: ContentWidget[]): Edit =>
  (architecture) => {
    const area = architecture.areas.find(({ id }) => id === 'lounge');
    if (!area) throw new Error('The test venue has no lounge.');
    area.contentWidgets = widgets;
  };

/** Returns a change of the venue after which it asks for consent to a provider of external media. */
export const askingForConsent =
  (id: string, name: string): Edit =>
  (architecture) => {
    architecture.cookieBannerConfig = { type: 'SIMPLE', text: [] };
    architecture.cookieProviders = [{ id, name, type: 'EXTERNAL_MEDIA', attributes: [] }];
  };

export const serverWith = (...widgets: ContentWidget[]): FakeServer =>
  new FakeServer().change(inLounge(...widgets));

/** The link in the picture that opens a widget. */
export const hotspot = (page: AppPage, name: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });

export const panel = (page: AppPage, name: string): Locator => page.getByRole('dialog', { name });

/** Waits until the panel of a widget is open and has the focus. */
export async function expectOpen(page: AppPage, name: string): Promise<void> {
  await expect.element(panel(page, name)).toBeVisible();
  await expect.element(panel(page, name)).toHaveFocus();
}

/** Lets time pass on a page whose clock is stopped until an element is there: rendering a page needs timers. */
export const passTimeUntilShown = (page: AppPage, locator: Locator): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.advance(50);
        return locator.query();
      },
      { interval: 10 },
    )
    .not.toBeNull();

/** Reports to the page that its policy has blocked a frame of this origin. The pages of component tests have no policy. */
export function reportBlockedFrame({ window }: AppPage, origin: string): void {
  window.document.dispatchEvent(
    new window.SecurityPolicyViolationEvent('securitypolicyviolation', {
      blockedURI: origin,
      effectiveDirective: 'frame-src',
      documentURI: window.location.href,
      violatedDirective: 'frame-src',
      originalPolicy: "default-src 'none'",
      disposition: 'enforce',
      statusCode: 200,
    }),
  );
}

/** Presses Tab repeatedly and expects the focus to stay inside of the element. */
export async function expectFocusTrapped(page: AppPage, locator: Locator, presses: number): Promise<void> {
  const hasFocus = (): boolean => locator.element().contains(page.focused);
  await expect.poll(hasFocus).toBe(true);
  for (let press = 0; press < presses; press += 1) {
    await page.press('{Tab}');
    await expect.poll(hasFocus).toBe(true);
  }
}

interface Devtools {
  send(method: string, parameters?: object): Promise<unknown>;
  on(event: string, listener: (paused: { readonly requestId: string }) => void): void;
  off(event: string, listener: (paused: { readonly requestId: string }) => void): void;
}

/** The replacement of a response; `lost`: a network error, `held`: no answer at all. */
export type Replacement =
  | 'lost'
  | 'held'
  | { readonly status: number }
  | { readonly script: string }
  | { readonly html: string; readonly refusesFrames?: true };

interface Body {
  readonly type: string;
  readonly text: string;
}

function bodyOf(by: Exclude<Replacement, string>): Body {
  if ('html' in by) return { type: 'text/html', text: by.html };
  return { type: 'text/javascript', text: 'script' in by ? by.script : '' };
}

/**
 * Replaces the responses to requests that match a pattern of the DevTools protocol (`*` is any text), including
 * pictures, scripts and frames, which the fake server does not handle. Returns a function that stops it; the end of the test
 * does as well.
 * @param replacements of the first request, the second …; the last one is also that of all further requests
 */
export async function replaceResponses(
  urlPattern: string,
  ...replacements: readonly [Replacement, ...Replacement[]]
): Promise<() => Promise<void>> {
  const devtools = cdp() as unknown as Devtools;
  let count = 0;
  const replace = ({ requestId }: { readonly requestId: string }): void => {
    const by = replacements[Math.min(count, replacements.length - 1)] ?? 'lost';
    count += 1;
    // A frame or page that was removed meanwhile does not wait for a response.
    const send = (method: string, parameters: object): void =>
      void devtools.send(method, { requestId, ...parameters }).catch(() => undefined);
    if (by === 'held') return;
    if (by === 'lost') {
      send('Fetch.failRequest', { errorReason: 'ConnectionFailed' });
      return;
    }
    const { type, text } = bodyOf(by);
    send('Fetch.fulfillRequest', {
      responseCode: 'status' in by ? by.status : 200,
      responseHeaders: [
        { name: 'content-type', value: type },
        { name: 'cache-control', value: 'no-store' },
        ...('refusesFrames' in by ? [{ name: 'x-frame-options', value: 'DENY' }] : []),
      ],
      body: btoa(text),
    });
  };
  devtools.on('Fetch.requestPaused', replace);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern }] });
  let isOn = true;
  const stop = async (): Promise<void> => {
    if (!isOn) return;
    isOn = false;
    devtools.off('Fetch.requestPaused', replace);
    await devtools.send('Fetch.disable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  };
  onTestFinished(stop);
  return stop;
}
