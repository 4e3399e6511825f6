/** Reloads a page whose policy does not allow what the open venue loads: a page keeps the policy it came with (VERSION-09). */
import {
  collectPageSources,
  covers,
  noPageSources,
  pageSourcesMeta,
  type PageSources,
} from '@foyer/contract';
import { currentVenue } from '../state/venue.ts';
import { reloadOnce } from './reloadOnce.ts';
import { widgetSettings } from './widgetSettings.ts';

/** What this page may load, as the server has written it into the page. */
const allowed: PageSources = (() => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${pageSourcesMeta}"]`)?.content;
  return content === undefined ? noPageSources : (JSON.parse(content) as PageSources);
})();

/** What the last reload was for: if the new page does not have it either, another reload would not help. */
const reloadedForKey = 'foyer.reloadedFor';

/**
 * Call it when an area is entered; its URL is the one that is loaded (`reloadOnce` says when it does nothing).
 * @returns whether the page is being reloaded
 */
export function reloadForPolicy(): boolean {
  const { architecture } = currentVenue();
  if (!architecture) return false;
  const sources = collectPageSources(architecture, widgetSettings());
  return reloadOnce(reloadedForKey, covers(allowed, sources) ? undefined : JSON.stringify(sources));
}
