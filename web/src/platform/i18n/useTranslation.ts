import { defaultLocale } from '@foyer/contract/limits';
import { useMemo } from 'react';
import { useTexts } from './i18n.ts';
import { translator, type Namespace, type Translate } from './texts.ts';

const none = {};

/** The texts of a namespace in the current language; rerenders when the language changes. */
export function useTranslation<N extends Namespace = 'shell'>(
  namespace: N | 'shell' = 'shell',
): { readonly t: Translate<N>; readonly language: string } {
  const language = useTexts((words) => words.language);
  const texts = useTexts((words) => words.texts[namespace]) ?? none;
  const t = useMemo(() => translator(texts, language || defaultLocale), [texts, language]);
  return { t, language };
}
