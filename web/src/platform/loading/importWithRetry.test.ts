import { expect, onTestFinished, test, vi } from 'vitest';
import { importWithRetry } from './importWithRetry.ts';

function goOffline(): void {
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('a module that was imported before needs no network', async () => {
  const load = vi.fn(async () => ({ name: 'chat' }));
  await importWithRetry(load);
  goOffline();
  expect(await importWithRetry(load)).toEqual({ name: 'chat' });
  expect(load).toHaveBeenCalledTimes(1);
});

test('no module is requested offline, because the browser would remember the failure', async () => {
  const load = vi.fn(async () => ({ name: 'chat' }));
  goOffline();
  await expect(importWithRetry(load)).rejects.toThrow('offline');
  expect(load).not.toHaveBeenCalled();
});
