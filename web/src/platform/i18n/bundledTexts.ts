import { useMemo } from 'react';
import { languageOfTexts } from './i18n.ts';
import { translator, type KeysIn, type Texts, type TranslateKey } from './texts.ts';
import { useLanguage } from './useLanguage.ts';

const none: Texts = {};

/**
 * Creates the hook for the texts of a widget or of a part of a feature. They are bundled with the calling code, in all
 * languages: for a few texts that must be there at once. `T` is the type of the English texts.
 * @param files the texts by path, which ends with `/en.json`
 */
export const bundledTexts = <T extends Texts>(files: Readonly<Record<string, Texts>>) =>
  function useBundledTexts(): { readonly t: TranslateKey<KeysIn<T>> } {
    const textsLanguage = languageOfTexts(useLanguage().language);
    const texts =
      Object.entries(files).find(([path]) => path.endsWith(`/${textsLanguage}.json`))?.[1] ?? none;
    return { t: useMemo(() => translator(texts, textsLanguage), [texts, textsLanguage]) };
  };
