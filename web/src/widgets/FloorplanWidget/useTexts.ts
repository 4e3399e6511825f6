import { widgetTexts } from '../registry/widgetTexts.ts';
import type texts from './texts/en.json';

export const useTexts = widgetTexts<typeof texts>(
  import.meta.glob('./texts/*.json', { eager: true, import: 'default' }),
);
