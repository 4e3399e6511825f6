/** A browser that shows a chat room and records when each message was painted. */
import { chromium, type Page } from '@playwright/test';
import { browserFlags, browserPath } from '../../e2e/harness/browser.ts';
import { logIn, openRoom, type Visitor } from './visitorPage.ts';

export interface OpenPageCommand {
  readonly origin: string;
  /** The user who logs in to Foyer; absent for a page that shows all messages. */
  readonly visitor?: Visitor;
}
/** Requests a report once the last of `of` messages was painted. A list that scrolls on skips some. */
export interface PaintReportCommand {
  readonly of: number;
}
export interface PaintReport {
  readonly messages: number;
  /** Milliseconds from sending a message to the frame that shows it. */
  readonly p50: number;
  readonly p99: number;
}

const browser = await chromium.launch({
  executablePath: await browserPath(),
  args: browserFlags,
  handleSIGTERM: false,
});
// Playwright would close the browser and keep this process, which holds the benchmark's output open.
process.once('SIGTERM', () => void browser.close().finally(() => process.exit()));
let page: Page | undefined;

/** Runs in the page: observes added texts that contain their sending time. They are painted with the next frame. */
function observePaints(): void {
  const took: number[] = [];
  const seen = new Set<string>();
  Object.assign(window, { took, newest: -1 });
  const check = (text: string): void => {
    for (const [, at = '', n] of text.matchAll(/"t":([\d.]+),"n":(\d+)/g)) {
      if (seen.has(at)) continue;
      seen.add(at);
      requestAnimationFrame(() => {
        // A message posted in the animation frame arrives after the frame is painted.
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
      for (const node of addedNodes) check(node.textContent ?? '');
      if (target.nodeType === Node.TEXT_NODE) check(target.textContent ?? '');
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

async function open({ origin, visitor }: OpenPageCommand): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  if (visitor === undefined) await page.goto(origin);
  else {
    await logIn(page, origin, visitor);
    await openRoom(page);
  }
  await page.evaluate(observePaints);
  process.send?.('open');
}

async function report(of: number): Promise<void> {
  if (page === undefined) throw new Error('no page is open');
  await page.waitForFunction((count) => (window as unknown as { newest: number }).newest >= count - 1, of);
  const took = await page.evaluate(() => (window as unknown as { took: number[] }).took);
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  process.send?.({ messages: sorted.length, p50: at(0.5), p99: at(0.99) } satisfies PaintReport);
}

process.on(
  'message',
  (command: OpenPageCommand | PaintReportCommand) =>
    void ('of' in command ? report(command.of) : open(command)),
);
process.send?.('ready');
