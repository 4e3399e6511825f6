import { isVenueField } from '@foyer/contract/venueFieldWords';
import type { ChangeLanguage } from '@foyer/contract';
import { useMemo } from 'react';
import { languageNameIn } from '../../platform/i18n/languageNames.ts';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';

/** How the designer's language describes changes. */
export function useChangeLanguage(): ChangeLanguage {
  const { t, language } = useTranslation('stage');
  const select = useLocalized();
  return useMemo(() => {
    const tags = [regionalTag(language), 'en'];
    const numbers = new Intl.NumberFormat(tags, { maximumFractionDigits: 20 });
    const instants = new Intl.DateTimeFormat(tags, { dateStyle: 'medium', timeStyle: 'long' });
    return {
      fieldWord: (field) => (isVenueField(field) ? t(`fields.${field}`) : field),
      languageName: (locale) => languageNameIn(language, locale),
      select,
      named: (word, name) => t('changes.named', { word, name }),
      inLanguage: (word, name) => t('changes.inLanguage', { word, language: name }),
      formatNumber: (value) => numbers.format(value),
      formatInstant: (value) => instants.format(new Date(value)),
      yes: t('changes.yes'),
      no: t('changes.no'),
      empty: t('changes.empty'),
    };
  }, [t, language, select]);
}
