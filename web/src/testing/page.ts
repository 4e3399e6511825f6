/**
 * A page of the built app in an iframe, with a fake server: component tests open it, use it and check it. Each page has
 * its own iframe, so that no state passes from one test to the next.
 */
import { withGlobal, type Clock } from '@sinonjs/fake-timers';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { cdp, locators, page as runner, userEvent, type Locator } from 'vitest/browser';
import { delay } from '../platform/time/timers.ts';
import { FakeServer, type PageWindow } from './fakeServer.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** By a CSS selector, for elements without a role. */
    getByCSS(selector: string): Locator;
  }
}
locators.extend({ getByCSS: (selector) => `css=${selector}` });

declare global {
  interface Window {
    /** Called by each page of the app before its own scripts (scripts/builtApp.ts). */
    preparePage?: ((page: PageWindow) => void) | undefined;
  }
}

export interface PageOptions {
  readonly server?: FakeServer;
  readonly width?: number;
  readonly height?: number;
  /** Stops the page's clock at this time (milliseconds since 1970); `page.advance` advances it. */
  readonly stopTimeAt?: number | Date;
  /** Default `en-GB`. */
  readonly language?: string;
  /** Default true, as in the end-to-end tests. */
  readonly reducedMotion?: boolean;
  /** Makes the page's media queries report a touch screen instead of a mouse. */
  readonly touch?: boolean;
  /** Errors that this test expects, in the console or captured by the server. */
  readonly allowedErrors?: readonly RegExp[];
  /** Runs in the page before the app's scripts. */
  readonly prepare?: (page: PageWindow) => void;
}

/** Emulates features of the user's device, for example `{ 'prefers-contrast': 'more' }`, or print, until the end of the test. */
export async function emulateMedia(
  values: Readonly<Record<string, string>>,
  media: 'print' | '' = '',
): Promise<void> {
  const send = (features: Readonly<Record<string, string>>, type: string) =>
    devtools().send('Emulation.setEmulatedMedia', {
      media: type,
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
  const usual = { 'prefers-reduced-motion': 'reduce' };
  await send({ ...usual, ...values }, media);
  onTestFinished(async () => void (await send(usual, '')));
}

/** Chromium's DevTools protocol, as far as the test runner exposes it. */
const devtools = () => cdp() as unknown as { send(method: string, parameters?: object): Promise<unknown> };

/**
 * Pages are drawn this small, which has no effect on their layout: without a graphics card, drawing them in full takes an
 * eighth of the time of component tests.
 */
const scale = 0.25;

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 390, height: 844, touch: true } as const;

export class AppPage {
  readonly frame: HTMLIFrameElement;
  readonly server: FakeServer;
  /** Everything on the page. */
  readonly all: ReturnType<typeof runner.frameLocator>;
  readonly errors: string[];
  private readonly options: PageOptions;
  private clock: Clock | undefined;

  constructor(server: FakeServer, options: PageOptions) {
    this.server = server;
    this.options = options;
    this.errors = [];
    const frame = document.createElement('iframe');
    const { width = desktop.width, height = desktop.height } = options;
    frame.style.cssText = `position:fixed;inset:0;width:${width}px;height:${height}px;border:0`;
    frame.style.transform = `scale(${scale})`;
    frame.style.transformOrigin = '0 0';
    frame.allow = 'fullscreen; clipboard-write';
    this.frame = frame;
    document.body.append(frame);
    this.all = runner.frameLocator(runner.elementLocator(frame));
  }

  get window(): PageWindow {
    return this.frame.contentWindow as PageWindow;
  }

  get document(): Document {
    return this.window.document;
  }

  /** Path, query and hash. */
  get path(): string {
    const { pathname, search, hash } = this.window.location;
    return pathname + search + hash;
  }

  readonly getByRole: AppPage['all']['getByRole'] = (...by) => this.all.getByRole(...by);
  readonly getByText: AppPage['all']['getByText'] = (...by) => this.all.getByText(...by);
  readonly getByLabelText: AppPage['all']['getByLabelText'] = (...by) => this.all.getByLabelText(...by);
  readonly getByTestId: AppPage['all']['getByTestId'] = (...by) => this.all.getByTestId(...by);
  getByCSS(selector: string): Locator {
    return this.all.getByCSS(selector);
  }

  heading(name: string, level = 1): Locator {
    return this.getByRole('heading', { level, name });
  }

  /** Navigates this frame to a URL. Storage and cookies are kept, as in the same browser. */
  async goto(path: string): Promise<void> {
    const loaded = new Promise((resolve) => {
      this.frame.addEventListener('load', resolve, { once: true });
    });
    window.preparePage = (page) => this.prepare(page);
    // If only the hash differs, setting `src` would not reload the page.
    if (this.frame.src === '') this.frame.src = path;
    else this.window.location.replace(path);
    await loaded;
    this.frame.focus();
    await this.started();
  }

  async reload(): Promise<void> {
    const loaded = new Promise((resolve) => {
      this.frame.addEventListener('load', resolve, { once: true });
    });
    window.preparePage = (page) => this.prepare(page);
    this.window.location.reload();
    await loaded;
    this.frame.focus();
    await this.started();
  }

  back(): void {
    this.window.history.back();
  }

  forward(): void {
    this.window.history.forward();
  }

  resize(width: number, height: number): void {
    this.frame.style.width = `${width}px`;
    this.frame.style.height = `${height}px`;
  }

  /** Stops the clock of the open page. Timers from before continue and can be cleared. */
  stopTime(): void {
    this.clock = withGlobal(this.window).install({
      now: Date.now(),
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldClearNativeTimers: true,
    });
  }

  /** Advances the stopped clock of the page. Rendering and effects that have started are completed before and after. */
  async advance(ms: number): Promise<void> {
    if (!this.clock) throw new Error('The clock of the page is not stopped.');
    await this.settled();
    await this.clock.tickAsync(ms);
    await this.settled();
  }

  /**
   * Resolves when the next frame has been drawn and the tasks queued until then have run, among them React's rendering
   * and effects: React works on them in messages of 5 ms. It uses this window's frames, because the page may navigate
   * meanwhile; both share a thread.
   */
  private async settled(): Promise<void> {
    await new Promise((resolve) => window.requestAnimationFrame(resolve));
    const { port1, port2 } = new MessageChannel();
    port1.start();
    for (const _ of Array.from({ length: 5 }))
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
        port2.postMessage(null);
      });
    port1.close();
  }

  /** Reports to the page that the network was lost or is back. */
  setOnline(online: boolean): void {
    Object.defineProperty(this.window.navigator, 'onLine', { get: () => online, configurable: true });
    this.window.dispatchEvent(new this.window.Event(online ? 'online' : 'offline'));
  }

  /**
   * Presses keys on the focused element, in the notation of user-event: `{Tab}`, `{Shift>}{Tab}{/Shift}`, `hello`, and
   * waits until the page has handled them.
   */
  async press(keys: string): Promise<void> {
    await userEvent.keyboard(keys);
    await this.settled();
  }

  /** Presses the Tab key, or the other keys, until the focus is on the element. */
  async tabTo(to: Locator, keys = '{Tab}'): Promise<void> {
    await expect.element(to).toBeVisible();
    for (let presses = 0; presses < 60; presses++) {
      if (to.element() === this.focused) return;
      await this.press(keys);
    }
    throw new Error(`${keys} does not lead to ${to.selector}, but to “${this.focusedName}”.`);
  }

  get focused(): Element | null {
    return this.document.activeElement;
  }

  /** The accessible name or text of the focused element, for messages and assertions. */
  get focusedName(): string {
    const element = this.focused;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
  }

  /** Whether the page does not scroll horizontally. */
  get fitsAcross(): boolean {
    return this.document.documentElement.scrollWidth <= this.window.innerWidth;
  }

  /** The bounding box of an element, in the page's own CSS pixels. */
  boxOf(locator: Locator): DOMRect {
    return locator.element().getBoundingClientRect();
  }

  /** Dispatches a touch event, in the page's own CSS pixels; an empty list lifts all fingers. */
  async touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: readonly { x: number; y: number }[],
    /** Seconds since 1970. */
    timestamp?: number,
  ): Promise<void> {
    await devtools().send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x: x * scale, y: y * scale, id })),
      ...(timestamp !== undefined && { timestamp }),
    });
  }

  /** Dispatches a mouse event, in the page's own CSS pixels. */
  async mouse(
    type: 'mousePressed' | 'mouseMoved' | 'mouseReleased' | 'mouseWheel',
    at: { readonly x: number; readonly y: number; readonly deltaX?: number; readonly deltaY?: number },
    click: { readonly clickCount?: number; readonly timestamp?: number } = {},
  ): Promise<void> {
    const { x, y, deltaX = 0, deltaY = 0 } = at;
    const isPress = type === 'mousePressed' || type === 'mouseReleased';
    await devtools().send('Input.dispatchMouseEvent', {
      type,
      x: x * scale,
      y: y * scale,
      deltaX,
      deltaY,
      ...(isPress ? { button: 'left', clickCount: 1, ...click } : {}),
      ...(type === 'mouseMoved' ? { buttons: 1 } : {}),
    });
  }

  /** Double-clicks; the two clicks are 100 milliseconds apart, however busy the machine is. */
  async doubleClick(at: { readonly x: number; readonly y: number }): Promise<void> {
    const start = Date.now() / 1_000;
    for (const clickCount of [1, 2]) {
      const click = { clickCount, timestamp: start + clickCount * 0.1 };
      await this.mouse('mousePressed', at, click);
      await this.mouse('mouseReleased', at, click);
    }
  }

  /** Moves two fingers apart until their distance has changed by the factor. */
  async pinch(about: { readonly x: number; readonly y: number }, factor: number): Promise<void> {
    const fingers = (apart: number) => [
      { x: about.x - apart, y: about.y },
      { x: about.x + apart, y: about.y },
    ];
    await this.touch('touchStart', fingers(40));
    for (let step = 1; step <= 8; step += 1)
      await this.touch('touchMove', fingers(40 * (1 + ((factor - 1) * step) / 8)));
    await this.touch('touchEnd', []);
  }

  /** Waits for animations, then fails with all violations that axe finds in the page or below a selector. */
  async expectAccessible(selector?: string): Promise<void> {
    await this.atRest();
    const { window: page } = this;
    if (!('axe' in page)) page.eval(axe.source);
    const { axe: inPage } = page as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(
      selector === undefined ? this.document : { include: [[selector]] },
      // Portals are outside of landmarks.
      selector === undefined ? { rules: { region: { enabled: false } } } : {},
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
      [],
    );
  }

  /** Resolves when the page's animation frame callbacks have run. */
  nextFrame(): Promise<number> {
    return new Promise((resolve) => this.window.requestAnimationFrame(resolve));
  }

  /** Resolves when all finite animations have ended. Those in `content-visibility: hidden` wait, and are not seen. */
  async atRest(): Promise<void> {
    const moving = () =>
      this.document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState !== 'finished' &&
            effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
            (effect as KeyframeEffect).target?.checkVisibility(),
        );
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  }

  close(): void {
    this.frame.remove();
  }

  /** Whether the test expects this error. */
  isAllowed(error: string): boolean {
    return (this.options.allowedErrors ?? []).some((allowed) => allowed.test(error));
  }

  /**
   * Resolves when the app has rendered a page, or after two seconds of a page that responds. The runner's own assertions
   * poll less often, which would add a third of a second to each test.
   */
  private async started(): Promise<void> {
    for (let turns = 0; turns < 200 && !this.document.querySelector('h1'); turns += 1) await delay(10);
    await this.settled();
  }

  private prepare(page: PageWindow): void {
    const { language = 'en-GB', touch = false, stopTimeAt } = this.options;
    Object.defineProperty(page.navigator, 'language', { get: () => language, configurable: true });
    overridePointer(page, touch);
    // Scripts of a closed page run on for a moment, without a window.
    const report = (error: string): void => {
      if (this.frame.isConnected && !this.isAllowed(error)) this.errors.push(error);
    };
    page.console.error = (...parts: unknown[]) => report(`console.error: ${parts.map(String).join(' ')}`);
    page.addEventListener('error', ({ message, error }) => {
      // Not an exception: the observer is called again in the next frame.
      if (message.startsWith('ResizeObserver loop')) return;
      report(`page error: ${error instanceof page.Error ? (error.stack ?? message) : message}`);
    });
    page.addEventListener('unhandledrejection', ({ reason }) =>
      report(`unhandled rejection: ${String(reason)}`),
    );
    if (stopTimeAt !== undefined) {
      // performance.now() and animation frames are not stopped: layout and animations need them.
      this.clock = withGlobal(page).install({
        now: stopTimeAt,
        toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
        shouldAdvanceTime: false,
      });
    }
    this.server.attach(page);
    this.options.prepare?.(page);
  }
}

/** Overrides the pointer in `matchMedia`. Only scripts see it: the media queries of CSS use the browser's pointer. */
function overridePointer(page: PageWindow, touch: boolean): void {
  const original = page.matchMedia.bind(page);
  const [always, never] = ['(min-width: 0px)', '(max-width: 0px)'];
  const [ifTouch, ifMouse] = touch ? [always, never] : [never, always];
  page.matchMedia = (query) =>
    original(
      query
        .replaceAll(/\((any-)?pointer:\s*coarse\)|\((any-)?hover:\s*none\)/g, ifTouch)
        .replaceAll(/\((any-)?pointer:\s*fine\)|\((any-)?hover:\s*hover\)/g, ifMouse),
    );
}

/** Clears the storage and cookies of the app. */
function clearBrowserStorage(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage))
      if (key.startsWith('foyer') || key === 'widgetSeen') storage.removeItem(key);
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    for (const path of ['/', '/stage'])
      if (name.startsWith('foyer')) document.cookie = `${name}=; Max-Age=0; Path=${path}`;
  }
}

/** Moves the mouse off the page: where the previous test left it, it could hover over an element of the next page. */
const removeMouse = (): Promise<unknown> =>
  devtools().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 });

beforeEach(async () => {
  clearBrowserStorage();
  await removeMouse();
});
afterEach(() => {
  window.preparePage = undefined;
});

/** Opens a URL of the app as in a new browser. The page is closed after the test, which fails if the page had errors. */
export async function openPage(path: string, options: PageOptions = {}): Promise<AppPage> {
  const server = options.server ?? new FakeServer();
  const page = new AppPage(server, options);
  if (options.reducedMotion === false) await emulateMedia({ 'prefers-reduced-motion': 'no-preference' });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail')
      console.info(`The page at the end: ${page.path}\n${page.document.body.innerText}`);
    page.close();
    const captured = server.capturedErrors.filter((error) => !page.isAllowed(error));
    const unanswered = server.unanswered.map((call) => `no response to ${call}`);
    expect([...page.errors, ...captured, ...unanswered]).toEqual([]);
  });
  await page.goto(path);
  return page;
}
