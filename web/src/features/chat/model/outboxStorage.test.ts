import { afterEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/stubBrowser.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules of a page of the live venue or of the stage. */
async function loadPage(base: '' | '/stage') {
  vi.stubGlobal('document', { querySelector: () => ({ content: base }) });
  vi.resetModules();
  const [outbox, storage] = await Promise.all([
    import('./outboxStorage.ts'),
    import('../../../platform/storage/chatStorage.ts'),
  ]);
  return { ...outbox, ...storage };
}

const message = { clientId: '1', roomId: 'r1', text: 'On my way', at: 1 };

test('CHAT-07 a page of the live venue does not see the unsent messages of the stage, and keeps them when another account logs in', async () => {
  const { localStorage } = stubBrowser();
  const live = await loadPage('');
  const stage = await loadPage('/stage');
  stage.storeMessage('ada', message);
  expect(live.loadStoredMessages('ada')).toEqual([]);
  live.clearChatStorage('bo');
  expect(stage.loadStoredMessages('ada')).toEqual([message]);
  live.storeMessage('ada', { ...message, clientId: '2' });
  stage.clearChatStorage('bo');
  expect([...localStorage.values.keys()]).toEqual(['foyer.chat.out.ada.2']);
});

test('SESSION-05 the unsent messages that a logout discards are counted for the user, on the live venue and on the stage', async () => {
  stubBrowser();
  const live = await loadPage('');
  const stage = await loadPage('/stage');
  expect(live.countUnsentMessages('ada')).toBe(0);
  live.storeMessage('ada', message);
  live.storeMessage('ada', { ...message, clientId: '2' });
  live.storeMessage('bo', message);
  stage.storeMessage('ada', message);
  expect(live.countUnsentMessages('ada')).toBe(3);
  expect(stage.countUnsentMessages('bo')).toBe(1);
});

test('SESSION-05 a logout clears the unsent messages of the live venue and of the stage', async () => {
  const { localStorage } = stubBrowser();
  const live = await loadPage('');
  const stage = await loadPage('/stage');
  live.storeMessage('ada', message);
  stage.storeMessage('ada', message);
  expect(localStorage.values.size).toBe(2);
  live.clearChatStorage();
  expect(localStorage.values.size).toBe(0);
});
