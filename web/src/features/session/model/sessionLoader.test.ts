import { sessionMarkerCookie } from '@foyer/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import type { TabMessage } from '../../../platform/backend/tabs.ts';

const restore = vi.fn(() => Promise.resolve());
const signInGuest = vi.fn(() => Promise.resolve(false));
const createSession = vi.fn(() => ({ restore, signInGuest }));
vi.mock('./session.ts', () => ({ createSession }));
let receive: (message: TabMessage) => void;
vi.mock('../../../platform/backend/tabs.ts', () => ({
  onTabMessage: (listener: typeof receive) => {
    receive = listener;
    return () => undefined;
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  restore.mockClear();
});

const message: TabMessage = { type: 'token', base: '', session: { idToken: '', expiresAt: 0 } };

test('SESSION-01l a login in another tab before this one listened logs in here too, once', async () => {
  const { followOtherTabs } = await import('./sessionLoader.ts');
  vi.stubGlobal('document', { cookie: `other=1; ${sessionMarkerCookie}=1` });
  followOtherTabs();
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
  receive(message);
  expect(restore).toHaveBeenCalledOnce();
});

test('SESSION-01m without a session marker no session is restored until another tab logs in', async () => {
  const { followOtherTabs } = await import('./sessionLoader.ts');
  vi.stubGlobal('document', { cookie: '' });
  followOtherTabs();
  expect(restore).not.toHaveBeenCalled();
  receive(message);
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
});

test('ROLE-04o each request for a guest session returns whether it could not be opened', async () => {
  const loader = await import('./sessionLoader.ts');
  expect(await Promise.all([loader.signInGuest(), loader.signInGuest()])).toEqual([false, false]);
});

test('ROLE-04 presses while the session could not be loaded request the guest session once when the browser is online', async () => {
  const loader = await import('./sessionLoader.ts');
  const network = new EventTarget();
  vi.stubGlobal('window', network);
  signInGuest.mockClear();
  createSession.mockImplementation(() => {
    throw new Error('could not be downloaded');
  });
  expect(await Promise.all([loader.signInGuest(), loader.signInGuest()])).toEqual([false, false]);
  expect(await loader.signInGuest()).toBe(false);
  createSession.mockReset();
  network.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(signInGuest).toHaveBeenCalledOnce());
});
