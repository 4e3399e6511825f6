import { useMemo } from 'react';
import { languageOfTexts } from '../../platform/i18n/i18n.ts';
import { translator, type KeysIn, type Texts, type TranslateKey } from '../../platform/i18n/texts.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';

const none: Texts = {};

/**
 * Creates the hook for the texts of one widget. They are bundled with the calling code, in all languages. `T` is the
 * type of the English texts.
 * @param files the texts by path, `./texts/en.json`
 */
export const widgetTexts = <T extends Texts>(files: Readonly<Record<string, Texts>>) =>
  function useWidgetTexts(): { readonly t: TranslateKey<KeysIn<T>> } {
    const textsLanguage = languageOfTexts(useLanguage().language);
    const texts = files[`./texts/${textsLanguage}.json`] ?? none;
    return { t: useMemo(() => translator(texts, textsLanguage), [texts, textsLanguage]) };
  };
