import type { Asset } from '@foyer/contract';
import { useMemo } from 'react';
import { useLocalized, useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

export interface BookPageInfo {
  /** Counted from 1. */
  readonly number: number;
  /** Undefined if the venue does not have it. */
  readonly asset: Asset | undefined;
  /** Its alternative text, '' if it has none. */
  readonly alt: string;
}

/** The pages of a book in the current language. */
export function useBookPages({ pages }: ConfigurationOf<'ImageBookWidget'>): readonly BookPageInfo[] {
  const entry = useLocalizedEntry();
  const localized = useLocalized();
  const all = useVenue(({ assets }) => assets);
  return useMemo(
    () =>
      pages.map(({ assets }, index) => {
        const asset = all.get(entry(assets)?.assetId ?? '');
        return { number: index + 1, asset, alt: localized(asset?.alts) };
      }),
    [pages, all, entry, localized],
  );
}
