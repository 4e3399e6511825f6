import { bundledTexts } from '../../../../platform/i18n/bundledTexts.ts';
import type texts from './bundledTexts/en.json';

export const useTexts = bundledTexts<typeof texts>(
  import.meta.glob('./bundledTexts/*.json', { eager: true, import: 'default' }),
);
