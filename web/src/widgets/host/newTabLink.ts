/** Links that open the content of a widget in a new tab (AREA-09 NEW_TAB). */
import type { LocalizedAsset, LocalizedUri } from '@foyer/contract';
import type { AnchorHTMLAttributes } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { now } from '../../platform/time/serverTime.ts';
import { isOpenAt, type ActiveWidget } from '../registry/activeWidgets.ts';
import { displayModeOf } from './displayMode.ts';
import { entryOf } from '../registry/registry.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import type { ContentAddress } from '../registry/widgetEntry.ts';
import { markSeen, seenKey, versionOf } from '../registry/widgetSeen.ts';
import { subjectOf, trackAccess } from './widgetSubject.ts';

const noAssets: readonly LocalizedAsset[] = [];
const noUris: readonly LocalizedUri[] = [];

/** The address of a widget's content; undefined if its type has none, before the begin, and after the end. */
export function addressOf(active: ActiveWidget): ContentAddress | undefined {
  return isOpenAt(active, now()) ? entryOf(active.widget.type)?.address?.(active.configuration) : undefined;
}

/** The content at an address in the current language. */
export interface LocalizedContent {
  /** Undefined without an address, and until the URL is signed. */
  readonly url: string | undefined;
  /** Undefined for a page of another website. */
  readonly assetId: string | undefined;
}

export function useContent(address: ContentAddress | undefined): LocalizedContent {
  const localizedEntry = useLocalizedEntry();
  const assetId = localizedEntry(address?.kind === 'asset' ? address.entries : noAssets)?.assetId;
  const assetUrl = useAssetUrl(assetId);
  const uri = localizedEntry(address?.kind === 'uri' ? address.entries : noUris)?.uri;
  return { url: address?.kind === 'link' ? address.url : (uri ?? assetUrl), assetId };
}

/** What a widget opens in a new tab; nothing in other display modes. */
export function useNewTabContent(active: ActiveWidget): LocalizedContent {
  const address = addressOf(active);
  return useContent(displayModeOf(active, address !== undefined) === 'NEW_TAB' ? address : undefined);
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
  const { url: href, assetId } = useNewTabContent(active);
  if (href === undefined) return {};
  return {
    href,
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick() {
      const { currentAreaId, architecture } = useVenue.getState();
      const subject = subjectOf(active, currentAreaId);
      markSeen(seenKey(architecture?.id ?? '', currentAreaId ?? '', active.widget.id), versionOf(active));
      track('widget', 'open', subject);
      trackAccess(subject, assetId);
    },
    'aria-label': t('inNewTab', { name: label ?? nameOf(active.widget) }),
  };
}
