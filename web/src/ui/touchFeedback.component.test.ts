import { rippleDelayMs } from '@foyer/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { interceptFiles } from '../testing/interceptFiles.ts';
import { openPage, phone } from '../testing/page.ts';
import { startTouchFeedback } from './touchFeedback.ts';

const touchAt = (type: string, clientX: number, clientY: number): PointerEvent =>
  new PointerEvent(type, { pointerType: 'touch', clientX, clientY, bubbles: true, isPrimary: true });

const button = document.createElement('button');
const ripples = (): number => document.querySelectorAll('.ripple').length;

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

test('SHELL-04a a touch shows a ripple after 80 ms, unless scrolling has begun', async () => {
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
  // It is downloaded with the first touch.
  await expect.poll(ripples).toBe(1);
});

test('SHELL-04b a page on a touch screen shows a ripple under the finger for a moment', async () => {
  vi.useRealTimers();
  const page = await openPage('/v/nightfall/imprint', phone);
  const link = page.getByRole('link', { name: 'Back to the area' });
  await expect.element(link).toBeVisible();
  let shown = 0;
  new page.window.MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if ((node as Partial<Element>).classList?.contains('ripple-clip')) shown += 1;
  }).observe(page.document.documentElement, { childList: true, subtree: true });
  const { x, y } = page.boxOf(link);
  await page.touch('touchStart', [{ x: x + 20, y: y + 20 }]);
  await expect.poll(() => shown).toBe(1);
  await page.touch('touchEnd', []);
  await expect.element(page.getByCSS('.ripple')).not.toBeInTheDocument();
});

test('SHELL-04c a ripple that cannot be downloaded is no error, even if scrolling has begun', async () => {
  vi.useRealTimers();
  let requests = 0;
  await interceptFiles('*/assets/ripple-*', () => {
    requests += 1;
    return 'lost';
  });
  const page = await openPage('/v/nightfall/imprint', phone);
  const link = page.getByRole('link', { name: 'Back to the area' });
  await expect.element(link).toBeVisible();
  const { x, y } = page.boxOf(link);
  await page.touch('touchStart', [{ x: x + 20, y: y + 20 }]);
  await page.touch('touchMove', [{ x: x + 20, y: y - 60 }]);
  await page.touch('touchEnd', []);
  await expect.poll(() => requests).toBe(1);
  const hasFailed = () =>
    page.window.performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/ripple-'));
  await expect.poll(hasFailed).toBe(true);
  await page.nextFrame();
});
