import { expect, test, vi } from 'vitest';
import { loadLazyTexts, setLanguage, translate, useTexts } from './i18n.ts';

test('the texts of a feature are loaded when loadLazyTexts resolves, also if the language changes meanwhile', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage('en');
  const loading = loadLazyTexts('chat');
  const changing = setLanguage('de');
  await loading;
  expect(useTexts.getState().language).toBe('de');
  expect(translate('chat')('message.sent')).toBe('Gesendet');
  await changing;
});
