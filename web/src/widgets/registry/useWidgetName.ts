import type { Widget } from '@foyer/contract';
import { useCallback } from 'react';
import { languageOfTexts } from '../../platform/i18n/i18n.ts';
import { useLanguage, useLocalized } from '../../platform/i18n/useLanguage.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import type { ActiveWidget } from './activeWidgets.ts';
import { entryOf } from './registry.ts';
import type { CountTexts } from './widgetEntry.ts';
import type { WidgetType } from './widgetProps.ts';

/**
 * Returns a function: the name of a widget type in the current language; undefined for a type that this version does
 * not have.
 */
export function useWidgetTypeName(): (type: WidgetType) => string | undefined {
  const { language } = useLanguage();
  return useCallback((type) => entryOf(type)?.names[languageOfTexts(language)], [language]);
}

/** Returns a function: the name of a widget in the current language, set by the designer or else that of its type. */
export function useWidgetName(): (widget: Widget) => string {
  const localized = useLocalized();
  const typeName = useWidgetTypeName();
  return useCallback(
    ({ names, name, type }) => localized(names) || name || (typeName(type) ?? type),
    [localized, typeName],
  );
}

/** Returns a function: a number in the current language, such as "24 pages". */
export function useCountText(): (texts: CountTexts, count: number) => string | undefined {
  const { language } = useLanguage();
  const format = useNumberFormat();
  return useCallback(
    (texts, count) => {
      const textsLanguage = languageOfTexts(language);
      const forms = texts[textsLanguage];
      const text = forms?.[new Intl.PluralRules(textsLanguage).select(count)] ?? forms?.other;
      return text?.replace('{{number}}', format(count));
    },
    [language, format],
  );
}

/** Returns a function: how much a widget contains, such as "24 pages"; undefined if its type does not count that. */
export function useContentCount(): (active: ActiveWidget) => string | undefined {
  const countText = useCountText();
  return useCallback(
    ({ widget, configuration }) => {
      const count = entryOf(widget.type)?.count;
      return count && countText(count.texts, count.of(configuration));
    },
    [countText],
  );
}
