/** Somebody at a screen: a browser with the talk on it, which knows when each message was painted. */
import { chromium, type Page } from '@playwright/test';
import { browserFlags, browserPath } from '../../e2e/browser.ts';
import { comeIn, openRoom, type Visitor } from './visitorPage.ts';

export interface LookOrder {
  readonly origin: string;
  /** Absent: a page that shows all that is said. */
  readonly visitor?: Visitor;
}
/** Asks for what was shown, once the last of so many messages was: a list that was scrolled on skips some. */
export interface ShownOrder {
  readonly of: number;
}
export interface Shown {
  readonly messages: number;
  /** Milliseconds from what was sent to the frame that shows it. */
  readonly p50: number;
  readonly p99: number;
}

const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
let page: Page | undefined;

/** Looks at what is added to the page: a text that says when it was sent was shown with the next frame. */
function lookOn(): void {
  const took: number[] = [];
  const seen = new Set<string>();
  Object.assign(window, { took, newest: -1 });
  const look = (text: string): void => {
    for (const [, at = '', n] of text.matchAll(/"t":([\d.]+),"n":(\d+)/g)) {
      if (seen.has(at)) continue;
      seen.add(at);
      requestAnimationFrame(() => {
        // The frame is painted when what was waiting for it is through.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          took.push(performance.timeOrigin + performance.now() - Number(at));
          Object.assign(window, { newest: Number(n) });
        };
        channel.port2.postMessage(undefined);
      });
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      for (const node of addedNodes) look(node.textContent ?? '');
      if (target.nodeType === Node.TEXT_NODE) look(target.textContent ?? '');
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

async function open({ origin, visitor }: LookOrder): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  if (visitor === undefined) await page.goto(origin);
  else {
    await comeIn(page, origin, visitor);
    await openRoom(page);
  }
  await page.evaluate(lookOn);
  process.send?.('open');
}

async function report(of: number): Promise<void> {
  if (page === undefined) throw new Error('no page is open');
  await page.waitForFunction((count) => (window as unknown as { newest: number }).newest >= count - 1, of);
  const took = await page.evaluate(() => (window as unknown as { took: number[] }).took);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  process.send?.({ messages: sorted.length, p50: at(0.5), p99: at(0.99) } satisfies Shown);
}

process.on(
  'message',
  (order: LookOrder | ShownOrder) => void ('of' in order ? report(order.of) : open(order)),
);
process.send?.('ready');
