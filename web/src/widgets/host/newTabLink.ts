/** Links that open the content of a widget in a new tab (AREA-09 NEW_TAB). */
import type { LocalizedAsset, LocalizedUri } from '@foyer/contract';
import type { AnchorHTMLAttributes } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { currentVenue } from '../../platform/state/venue.ts';
import { now } from '../../platform/time/serverTime.ts';
import { isOpenAt, type ActiveWidget } from '../registry/activeWidgets.ts';
import { displayModeOf } from './displayMode.ts';
import { hostOf } from './hostOf.ts';
import { entryOf } from '../registry/registry.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import type { ContentAddress } from '../registry/widgetEntry.ts';
import { useTexts } from './useTexts.ts';
import { markSeen, seenKey, versionOf } from '../registry/widgetSeen.ts';
import { subjectOf, trackAccess } from './widgetSubject.ts';

const noAssets: readonly LocalizedAsset[] = [];
const noUris: readonly LocalizedUri[] = [];

/** The address of a widget's content; undefined if its type has none, before the begin, and after the end. */
export function addressOf(active: ActiveWidget): ContentAddress | undefined {
  return isOpenAt(active, now()) ? entryOf(active.widget.type)?.address?.(active.configuration) : undefined;
}

/** Whether a widget is open but has no link configured. */
export function hasNoLink(active: ActiveWidget): boolean {
  const address = addressOf(active);
  if (address?.kind === 'link') return address.url === undefined;
  return address?.kind === 'uri' && address.entries.length === 0;
}

/** Whether the widget is a link that opens a new tab. */
export const opensInNewTab = (active: ActiveWidget): boolean =>
  displayModeOf(active, addressOf(active) !== undefined) === 'NEW_TAB' && !hasNoLink(active);

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

export interface NewTabContent extends LocalizedContent {
  /** The provider or host name of a page of another website. */
  readonly site: string | undefined;
}

/** What a widget opens in a new tab; nothing in other display modes. */
export function useNewTabContent(active: ActiveWidget): NewTabContent {
  const content = useContent(opensInNewTab(active) ? addressOf(active) : undefined);
  const { url, assetId } = content;
  const isOfVenue = url === undefined || assetId !== undefined;
  return { ...content, site: isOfVenue ? undefined : (entryOf(active.widget.type)?.provider ?? hostOf(url)) };
}

type NewTabLink = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'target' | 'rel' | 'onClick' | 'aria-label'
>;

/**
 * Attributes of a link that opens a widget: empty except for NEW_TAB, where the browser follows the link. Its name says
 * that a new tab opens, and which website the link leads to.
 * @param label the name of the link, by default that of the widget
 */
export function useNewTabLink(active: ActiveWidget, label?: string): NewTabLink {
  const { t } = useTexts();
  const nameOf = useWidgetName();
  const { url: href, assetId, site } = useNewTabContent(active);
  if (href === undefined) return {};
  const name = label ?? nameOf(active.widget);
  return {
    href,
    target: '_blank',
    rel: 'noopener noreferrer',
    onClick() {
      const { currentAreaId, architecture } = currentVenue();
      const subject = subjectOf(active, currentAreaId);
      markSeen(seenKey(architecture?.id ?? '', currentAreaId ?? '', active.widget.id), versionOf(active));
      track('widget', 'open', subject);
      trackAccess(subject, assetId);
    },
    'aria-label': site === undefined ? t('inNewTab', { name }) : t('siteInNewTab', { name, site }),
  };
}
