import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delay, onVisible, runAfter, runEvery } from './timers.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('runAfter runs once, unless it is cancelled or its signal is aborted', () => {
  const run = vi.fn();
  const controller = new AbortController();
  runAfter(1_000, run);
  runAfter(1_000, run)();
  runAfter(1_000, run, controller.signal);
  controller.abort();
  runAfter(1_000, run, controller.signal);
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledOnce();
});

test('runEvery runs until it is cancelled or its signal is aborted', () => {
  const run = vi.fn();
  const controller = new AbortController();
  const cancel = runEvery(1_000, run);
  runEvery(1_000, run, controller.signal);
  vi.advanceTimersByTime(3_000);
  cancel();
  controller.abort();
  runEvery(1_000, run, controller.signal);
  vi.advanceTimersByTime(3_000);
  expect(run).toHaveBeenCalledTimes(6);
});

test('delay resolves after its time', async () => {
  const done = vi.fn();
  const wait = async (): Promise<void> => done(await delay(1_000));
  void wait();
  await vi.advanceTimersByTimeAsync(999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test('onVisible runs when the tab is shown, not when it is hidden, and not after its signal is aborted', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  const run = vi.fn();
  const controller = new AbortController();
  onVisible(run, controller.signal);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledOnce();
  controller.abort();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledOnce();
});
