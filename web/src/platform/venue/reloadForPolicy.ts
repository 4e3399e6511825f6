/** Reloads a page whose policy does not allow what the open venue loads: a page keeps the policy it came with (VERSION-09). */
import {
  collectPageSources,
  covers,
  noPageSources,
  pageSourcesMeta,
  type PageSources,
} from '@foyer/contract';
import { isTalking, useCallStatus } from '../call/callStatus.ts';
import { useVenue } from '../state/venue.ts';
import { hasUnsavedInput } from '../unsavedInput.ts';

/** What this page may load, as the server has written it into the page. */
const allowed: PageSources = (() => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${pageSourcesMeta}"]`)?.content;
  return content === undefined ? noPageSources : (JSON.parse(content) as PageSources);
})();

/** What the last reload was for: if the new page does not have it either, another reload would not help. */
const reloadedForKey = 'foyer.reloadedFor';

/**
 * Call it when an area is entered; its URL is the one that is loaded. Does nothing during a call or meeting, while a reload would lose
 * input, or while the browser is offline, when the new page could not be loaded; the next change of area tries again.
 * @returns whether the page is being reloaded
 */
export function reloadForPolicy(): boolean {
  const { architecture } = useVenue.getState();
  if (!architecture || !navigator.onLine || isTalking(useCallStatus.getState()) || hasUnsavedInput())
    return false;
  const sources = collectPageSources(architecture);
  try {
    if (covers(allowed, sources)) {
      sessionStorage.removeItem(reloadedForKey);
      return false;
    }
    const needed = JSON.stringify(sources);
    if (sessionStorage.getItem(reloadedForKey) === needed) return false;
    sessionStorage.setItem(reloadedForKey, needed);
  } catch {
    // Without a storage the next page would not know of the reload, and reload again.
    return false;
  }
  location.reload();
  return true;
}
