import { defaultLocale, selectLocalizedText, type Area } from '@foyer/contract';
import { currentLanguage } from '../i18n/i18n.ts';
import { useLocalized } from '../i18n/useLanguage.ts';
import { useTranslation } from '../i18n/useTranslation.ts';
import { useUi } from '../state/ui.ts';
import { useCurrentArea, useVenue } from '../state/venue.ts';

/** The event's name: the title of the open venue, else of the published one by the configuration, else the tab title. */
export function useVenueTitle(): string {
  const localized = useLocalized();
  const { t } = useTranslation();
  const architecture = useVenue((state) => state.architecture);
  const configured = useUi((state) => state.uiConfig?.venue);
  const tabTitle = useUi((state) => state.uiConfig?.tabTitle);
  const title = localized(architecture?.titles) || architecture?.name;
  // The configuration's entries have the same shape, but their locales are not limited to the supported ones.
  const configuredTitle = localized(configured?.titles as Parameters<typeof localized>[0]);
  return title || configuredTitle || tabTitle || t('tabTitle.default');
}

/** The name of the current area, '' outside of areas. */
export function useAreaName(): string {
  const localized = useLocalized();
  const area = useCurrentArea();
  return area ? localized(area.names) || area.id : '';
}

/** The name of an area in the current language, outside of components. */
export const areaName = ({ id, names }: Area): string =>
  selectLocalizedText(
    names,
    currentLanguage(),
    useUi.getState().uiConfig?.i18n.defaultLocale ?? defaultLocale,
  ) || id;
