import { useLocalized } from '../i18n/useLanguage.ts';
import { useTranslation } from '../i18n/useTranslation.ts';
import { useUi } from '../state/ui.ts';
import { useCurrentArea, useVenue } from '../state/venue.ts';

/** The event's name: the open venue's title, else what the configuration says of the published one, else of the tab. */
export function useVenueTitle(): string {
  const localized = useLocalized();
  const { t } = useTranslation();
  const architecture = useVenue((state) => state.architecture);
  const configured = useUi((state) => state.uiConfig?.venue);
  const tabTitle = useUi((state) => state.uiConfig?.tabTitle);
  const title = localized(architecture?.titles) || architecture?.name;
  // The configuration's entries are of the same shape, only not known to be of a known language.
  const announced = localized(configured?.titles as Parameters<typeof localized>[0]);
  return title || announced || tabTitle || t('tabTitle.default');
}

/** The name of the area one is in, '' outside of areas. */
export function useAreaName(): string {
  const localized = useLocalized();
  const area = useCurrentArea();
  return area ? localized(area.names) || area.id : '';
}
