import { expect, onTestFinished, test, vi } from 'vitest';
import { importWithRetry } from './importWithRetry.ts';

function goOffline(): void {
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('a module that was imported before is at hand offline', async () => {
  const load = vi.fn(async () => ({ name: 'chat' }));
  await importWithRetry(load);
  goOffline();
  expect(await importWithRetry(load)).toEqual({ name: 'chat' });
  expect(load).toHaveBeenCalledTimes(1);
});

test('any other module is not requested offline, because the browser would remember the failure', async () => {
  const load = vi.fn(async () => ({ name: 'chat' }));
  goOffline();
  await expect(importWithRetry(load)).rejects.toThrow('offline');
  expect(load).not.toHaveBeenCalled();
});
