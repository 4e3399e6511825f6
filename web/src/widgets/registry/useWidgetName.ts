import type { Widget } from '@foyer/contract';
import { useCallback } from 'react';
import { languageOfTexts } from '../../platform/i18n/i18n.ts';
import { useLanguage, useLocalized } from '../../platform/i18n/useLanguage.ts';
import { entryOf } from './registry.ts';
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
