import { expect, test, vi } from 'vitest';
import { createVisit } from '../visit/visit.ts';
import { loadLazyTexts, setLanguage, translate, useTexts } from './i18n.ts';

test('the texts of a feature are loaded when loadLazyTexts resolves, also if the language changes meanwhile', async () => {
  const visit = createVisit();
  vi.stubGlobal('document', { documentElement: {} });
  await setLanguage(visit, 'en');
  const loading = loadLazyTexts('chat');
  const changing = setLanguage(visit, 'de');
  await loading;
  expect(useTexts.getState().language).toBe('de');
  expect(translate('chat')('message.sent')).toBe('Gesendet');
  await changing;
});
