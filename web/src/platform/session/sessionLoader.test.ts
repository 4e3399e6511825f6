import { sessionMarkCookie } from '@foyer/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import type { TabMessage } from '../backend/tabs.ts';

const restore = vi.fn(() => Promise.resolve());
vi.mock('./session.ts', () => ({ createSession: () => ({ restore }) }));
let hear: (news: TabMessage) => void;
vi.mock('../backend/tabs.ts', () => ({
  onTabMessage: (listener: typeof hear) => {
    hear = listener;
    return () => undefined;
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  restore.mockClear();
});

const news: TabMessage = { type: 'token', base: '', session: { idToken: '', expiresAt: 0 } };

test('SESSION-01l whoever signed in in another tab before this one listened is let in here too, once', async () => {
  const { followOtherTabs } = await import('./sessionLoader.ts');
  vi.stubGlobal('document', { cookie: `other=1; ${sessionMarkCookie}=1` });
  followOtherTabs();
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
  hear(news);
  expect(restore).toHaveBeenCalledOnce();
});

test('SESSION-01m where nobody has signed in nobody is asked for until another tab tells of them', async () => {
  const { followOtherTabs } = await import('./sessionLoader.ts');
  vi.stubGlobal('document', { cookie: '' });
  followOtherTabs();
  expect(restore).not.toHaveBeenCalled();
  hear(news);
  await vi.waitFor(() => expect(restore).toHaveBeenCalledOnce());
});
