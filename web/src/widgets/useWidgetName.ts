import { useCallback } from 'react';
import { useLocalized } from '../platform/i18n/useLanguage.ts';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { isRegistered } from './registry.ts';
import type { Widget } from './widgetProps.ts';

/** What a widget is called in the shown language: the designer's name for it, else what kind of thing it is. */
export function useWidgetName(): (widget: Widget) => string {
  const { t } = useTranslation('widgets');
  const localized = useLocalized();
  return useCallback(
    ({ names, name, type }) => localized(names) || name || (isRegistered(type) ? t(`types.${type}`) : type),
    [localized, t],
  );
}
