/** Links that open the content of a widget in a new tab (AREA-09 NEW_TAB). */
import type { LocalizedAsset, LocalizedUri } from '@foyer/contract';
import type { AnchorHTMLAttributes } from 'react';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { displayModeOf } from './displayMode.ts';
import { entryOf } from '../registry/registry.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import type { ContentAddress } from '../registry/widgetEntry.ts';

const noAssets: readonly LocalizedAsset[] = [];
const noUris: readonly LocalizedUri[] = [];

/** The address of a widget's content; undefined if its type has none. */
export function addressOf({ widget, configuration }: ActiveWidget): ContentAddress | undefined {
  return entryOf(widget.type)?.address?.(configuration);
}

/** The URL of an address in the current language; undefined without an address, and until the URL is signed. */
export function useContentUrl(address: ContentAddress | undefined): string | undefined {
  const localizedEntry = useLocalizedEntry();
  const assetUrl = useAssetUrl(
    localizedEntry(address?.kind === 'asset' ? address.entries : noAssets)?.assetId,
  );
  const uri = localizedEntry(address?.kind === 'uri' ? address.entries : noUris)?.uri;
  return uri ?? assetUrl;
}

/** The URL that a widget opens in a new tab; undefined for other display modes, and until the URL is signed. */
export function useNewTabAddress(active: ActiveWidget): string | undefined {
  const address = addressOf(active);
  return useContentUrl(displayModeOf(active, address !== undefined) === 'NEW_TAB' ? address : undefined);
}

type NewTabLink = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'target' | 'rel' | 'onClick' | 'aria-label'
>;

/**
 * Attributes of a link that opens a widget: empty except for NEW_TAB, where the browser follows the link and its name
 * says that a new tab opens.
 * @param label the name of the link, by default that of the widget
 */
export function useNewTabLink(active: ActiveWidget, label?: string): NewTabLink {
  const { t } = useTranslation('widgets');
  const nameOf = useWidgetName();
  const href = useNewTabAddress(active);
  if (href === undefined) return {};
  return {
    href,
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick: undefined,
    'aria-label': t('inNewTab', { name: label ?? nameOf(active.widget) }),
  };
}
