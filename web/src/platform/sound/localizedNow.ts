import { defaultLocale, selectLocalized } from '@foyer/contract';
import { currentLanguage } from '../i18n/i18n.ts';
import { useUi } from '../state/ui.ts';

/** The entry of a localized list for the language of the interface, outside of components. */
export const localizedNow = <T extends { locale: string }>(entries: readonly T[]): T | undefined =>
  selectLocalized(entries, currentLanguage(), useUi.getState().uiConfig?.i18n.defaultLocale ?? defaultLocale);
