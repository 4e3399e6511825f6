import { languageOfTexts } from './i18n.ts';
import { translator, type KeysIn, type Texts, type TranslateKey } from './texts.ts';
import { useLanguage } from './useLanguage.ts';

const none: Texts = {};

/**
 * Creates the hook for the texts of a widget or of a part of a feature. They are bundled with the calling code, in all
 * languages: for a few texts that must be there at once. `T` is the type of the English texts.
 * @param files the texts by path, which ends with `/en.json`
 */
export const bundledTexts = <T extends Texts>(files: Readonly<Record<string, Texts>>) => {
  /** By language. The components of a long list share one, and with it the plural rules, which take long to create. */
  const translators = new Map<string, TranslateKey<KeysIn<T>>>();
  const translatorOf = (language: string): TranslateKey<KeysIn<T>> => {
    const texts = Object.entries(files).find(([path]) => path.endsWith(`/${language}.json`))?.[1] ?? none;
    const known = translators.get(language) ?? translator(texts, language);
    translators.set(language, known);
    return known;
  };
  return function useBundledTexts(): { readonly t: TranslateKey<KeysIn<T>> } {
    return { t: translatorOf(languageOfTexts(useLanguage().language)) };
  };
};
