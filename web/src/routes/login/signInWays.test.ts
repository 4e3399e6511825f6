import { afterEach, expect, test, vi } from 'vitest';
import { messageOfError } from '../../features/login/loginMessage.ts';
import { asNotReachable } from '../../features/login/loginActions.ts';
import { signInWays } from './signInWays.ts';

afterEach(() => vi.unstubAllGlobals());

test('LOGIN-09g whoever gives up before there is what leads to a company account stays on the page', async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  const leaving = new AbortController();
  const gone = signInWays.startProvider('corp', '/', leaving.signal);
  leaving.abort();
  await gone;
  expect(assign).not.toHaveBeenCalled();
  await signInWays.startProvider('corp', '/', new AbortController().signal);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/corp/start?redirect=%2F');
});

test('LOGIN-17i a piece of the app that does not come is told as a server that is not reached', async () => {
  const lost = asNotReachable(Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const message = await lost.catch((error: unknown) => messageOfError(error, 'EMAIL_PASSWORD', 0));
  expect(message).toEqual({ kind: 'refusal', refusal: 'notReachable' });
});
