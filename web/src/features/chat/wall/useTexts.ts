import { bundledTexts } from '../../../platform/i18n/bundledTexts.ts';
import type texts from './texts/en.json';

export const useTexts = bundledTexts<typeof texts>(
  import.meta.glob('./texts/*.json', { eager: true, import: 'default' }),
);
