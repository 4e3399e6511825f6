/** What makes a link open a widget's content in a tab of its own (AREA-09 NEW_TAB). */
import type { LocalizedAsset, LocalizedUri } from '@foyer/contract';
import type { AnchorHTMLAttributes } from 'react';
import { useAssetUrl } from '../platform/assets/useAssetUrl.ts';
import { useLocalizedEntry } from '../platform/i18n/useLanguage.ts';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import type { ActiveWidget } from './activeWidgets.ts';
import { displayModeOf } from './displayMode.ts';
import { entryOf } from './registry.ts';
import { useWidgetName } from './useWidgetName.ts';
import type { ContentAddress } from './widgetEntry.ts';

const noAssets: readonly LocalizedAsset[] = [];
const noUris: readonly LocalizedUri[] = [];

/** Where a widget's content stands by itself, undefined where its type knows no such place. */
export function addressOf({ widget, configuration }: ActiveWidget): ContentAddress | undefined {
  return entryOf(widget.type)?.address?.(configuration);
}

/** The address a widget opens in a tab of its own; undefined for every other display mode, and until it is signed. */
export function useNewTabAddress(active: ActiveWidget): string | undefined {
  const address = addressOf(active);
  const localizedEntry = useLocalizedEntry();
  const opensTab = displayModeOf(active, address !== undefined) === 'NEW_TAB';
  const asset = localizedEntry(address?.kind === 'asset' && opensTab ? address.entries : noAssets);
  const assetUrl = useAssetUrl(asset?.assetId);
  const uri = localizedEntry(address?.kind === 'uri' && opensTab ? address.entries : noUris)?.uri;
  return opensTab ? (uri ?? assetUrl) : undefined;
}

type NewTabLink = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'target' | 'rel' | 'onClick' | 'aria-label'
>;

/**
 * The attributes to spread over a link that leads to a widget: nothing but for NEW_TAB, where the browser itself
 * follows it and its name says that a tab opens.
 * @param label what it is called, by default the widget's name
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
