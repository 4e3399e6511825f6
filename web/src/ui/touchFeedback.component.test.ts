import { rippleDelayMs } from '@foyer/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interceptFiles } from '../testing/interceptFiles.ts';
import { openPage, phone, type AppPage } from '../testing/page.ts';
import { startTouchFeedback } from './touchFeedback.ts';

const touchAt = (type: string, clientX: number, clientY: number): PointerEvent =>
  new PointerEvent(type, { pointerType: 'touch', clientX, clientY, bubbles: true, isPrimary: true });

const button = document.createElement('button');
const ripples = (): number => document.querySelectorAll('.ripple').length;

/** Whether a page has downloaded touch feedback, or tried to. */
const hasDownloaded = ({ window }: AppPage): boolean =>
  window.performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/touchFeedback-'));

startTouchFeedback();
beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(button);
});
afterEach(() => {
  button.remove();
  for (const clip of document.querySelectorAll('.ripple-clip')) clip.remove();
  vi.useRealTimers();
});

test('SHELL-04a a touch shows a ripple after 80 ms, unless scrolling has begun', () => {
  expect(rippleDelayMs).toBe(80);
  button.dispatchEvent(touchAt('pointerdown', 60, 300));
  button.dispatchEvent(touchAt('pointermove', 60, 340));
  vi.advanceTimersByTime(500);
  expect(ripples()).toBe(0);
  button.dispatchEvent(touchAt('pointerdown', 60, 300));
  button.dispatchEvent(touchAt('pointermove', 64, 304));
  vi.advanceTimersByTime(79);
  expect(ripples()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(ripples()).toBe(1);
});

test('SHELL-04b a page on a touch screen shows a ripple under the finger for a moment', async () => {
  vi.useRealTimers();
  const page = await openPage('/v/nightfall/imprint', phone);
  await expect.element(page.getByRole('link', { name: 'Back to the area' })).toBeVisible();
  const target = page.document.createElement('button');
  target.style.cssText = 'position: fixed; inset: 200px 100px';
  page.document.body.append(target);
  let shown = 0;
  new page.window.MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if ((node as Partial<Element>).classList?.contains('ripple-clip')) shown += 1;
  }).observe(page.document.documentElement, { childList: true, subtree: true });
  // The first touch downloads what shows the ripple.
  const tap = async (): Promise<number> => {
    await page.touch('touchStart', [{ x: 150, y: 250 }]);
    await page.touch('touchEnd', []);
    return shown;
  };
  await expect.poll(tap).toBeGreaterThan(0);
  await expect.element(page.getByCSS('.ripple')).not.toBeInTheDocument();
});

test('SHELL-04c touch feedback that cannot be downloaded is no error', async () => {
  vi.useRealTimers();
  let requests = 0;
  await interceptFiles('*/assets/touchFeedback-*', () => {
    requests += 1;
    return 'lost';
  });
  const page = await openPage('/v/nightfall/imprint', phone);
  const link = page.getByRole('link', { name: 'Back to the area' });
  await expect.element(link).toBeVisible();
  const { x, y } = page.boxOf(link);
  await page.touch('touchStart', [{ x: x + 20, y: y + 20 }]);
  await page.touch('touchEnd', []);
  await expect.poll(() => requests).toBe(1);
  await expect.poll(() => hasDownloaded(page)).toBe(true);
  await page.nextFrame();
});
