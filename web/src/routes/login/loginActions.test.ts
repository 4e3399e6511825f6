import { afterEach, expect, test, vi } from 'vitest';
import { messageOfError } from '../../features/login/loginMessage.ts';
import { asNotReachable } from '../../features/login/loginActions.ts';
import { loginActions } from './loginActions.ts';

afterEach(() => vi.unstubAllGlobals());

test('LOGIN-09g a company login that is cancelled while its code is loading does not leave the page', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const controller = new AbortController();
  const started = loginActions.startProvider('corp', '/', controller.signal);
  controller.abort();
  await started;
  expect(assign).not.toHaveBeenCalled();
  await loginActions.startProvider('corp', '/', new AbortController().signal);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/corp/start?redirect=%2F');
});

test('LOGIN-17i code that does not load is reported as a server that is not reachable', async () => {
  const failed = asNotReachable(Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const message = await failed.catch((error: unknown) => messageOfError(error, 'EMAIL_PASSWORD', 0));
  expect(message).toEqual({ kind: 'error', error: 'notReachable' });
});
