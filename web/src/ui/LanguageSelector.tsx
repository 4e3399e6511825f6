import caretDown from '@phosphor-icons/core/bold/caret-down-bold.svg?raw';
import translate from '@phosphor-icons/core/regular/translate.svg?raw';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { Icon } from '../platform/icons/Icon.tsx';
import { languageCode, languageName } from '../platform/i18n/languageNames.ts';
import { useLanguage } from '../platform/i18n/useLanguage.ts';
import { Select } from './Select.tsx';

/** Rendered only if there are several languages (HEAD-07). `spelledOut` shows the full name of the language. */
export function LanguageSelector({ spelledOut = false }: { readonly spelledOut?: boolean }) {
  const { language, supported, setLanguage } = useLanguage();
  const { t } = useTranslation();
  const current = supported.find((locale) => locale === language);
  if (supported.length < 2 || !current) return null;
  return (
    <Select
      label={t('language.current', { name: languageName(current) })}
      value={current}
      options={supported.map((locale) => ({ value: locale, label: languageName(locale), lang: locale }))}
      onChange={(locale) => void setLanguage(locale)}
      trigger={
        <button
          type="button"
          className="island press inline-flex h-11 items-center gap-2 rounded-full px-4 text-button font-strong tablet:h-12"
        >
          <Icon svg={translate} size={20} />
          <span aria-hidden="true">{spelledOut ? languageName(current) : languageCode(current)}</span>
          {spelledOut && <Icon svg={caretDown} size={14} />}
        </button>
      }
    />
  );
}
