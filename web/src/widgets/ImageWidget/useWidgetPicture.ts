import type { Asset } from '@foyer/contract';
import { useLocalized, useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

/** The asset of the current language and its alternative text; undefined if the venue has no such asset. */
export function useWidgetPicture({ assets }: ConfigurationOf<'ImageWidget'>): {
  readonly asset: Asset | undefined;
  readonly alt: string;
} {
  const assetId = useLocalizedEntry()(assets)?.assetId;
  const asset = useVenue((state) => (assetId === undefined ? undefined : state.assets.get(assetId)));
  return { asset, alt: useLocalized()(asset?.alts) };
}
