/**
 * Cross-origin isolation (COI-01): a page that is loaded with `coi` in its URL is isolated, as Zoom's SDK needs it. A page
 * cannot change that later, so an area that needs it, or no longer does, reloads the page.
 */
import { isolationKey, zoomMeta, type Area } from '@foyer/contract';
import { findWidgetManifest } from '@foyer/contract/widget';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { matchesMedia } from '../media.ts';
import { areaOf, currentVenue } from '../state/venue.ts';
import { reloadOnce } from './reloadOnce.ts';

/** The version of Zoom's SDK on this server; undefined if meetings of Zoom open in tabs only. */
export const zoomSdkVersion = (): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${zoomMeta}"]`)?.content;

/** Whether the page can show what needs isolation: not on phones, for which that is too large. */
const canIsolate = (): boolean => zoomSdkVersion() !== undefined && isSecureContext && !matchesMedia('phone');

/** @param isMeetingPage beside a meeting on a page of its own (ROUTE-06) there is no other widget */
const needsIsolation = (area: Area, isMeetingPage: boolean): boolean =>
  !isMeetingPage &&
  canIsolate() &&
  area.contentWidgets.some(({ type, configurations }) =>
    configurations.some((configuration) => findWidgetManifest(type)?.needsIsolation?.(configuration)),
  );

const hasKey = (url: string): boolean => new URL(url).searchParams.has(isolationKey);

/** Whether the document was loaded with `coi`; any value counts. Its URL may have changed since. */
function wasLoadedWithKey(): boolean {
  // Browsers differ in what the entry is named after.
  const name = performance.getEntriesByType('navigation')[0]?.name ?? '';
  return hasKey(URL.canParse(name) ? name : location.href);
}

/**
 * Replaces the URL of the current history entry. Bypasses the router, which patches the methods of `window.history` and
 * does not notice calls of the prototype's methods.
 */
function showKey(isNeeded: boolean): void {
  if (hasKey(location.href) === isNeeded) return;
  const url = new URL(location.href);
  if (isNeeded) url.searchParams.set(isolationKey, '1');
  else url.searchParams.delete(isolationKey);
  History.prototype.replaceState.call(history, history.state, '', url);
}

/** What the last reload was for. */
const reloadedForKey = 'foyer.reloadedForIsolation';

/**
 * Call it when an area is entered; its URL is the one that is loaded (`reloadOnce` says when it does nothing).
 * @returns whether the page is being reloaded
 */
export function reloadForIsolation(area: Area, isMeetingPage: boolean): boolean {
  const isNeeded = needsIsolation(area, isMeetingPage);
  return reloadOnce(reloadedForKey, isNeeded === wasLoadedWithKey() ? undefined : String(isNeeded));
}

/**
 * Whether this page is isolated and the URL of another origin (COI-03). A frame is blocked then, and a video is too unless it
 * is requested with CORS.
 */
export const isBlockedByIsolation = (url: string): boolean =>
  crossOriginIsolated && new URL(url, location.href).origin !== location.origin;

/** Keeps `coi` in the URL of a page that needs it, and out of that of any other, after each navigation. */
export function useIsolationKey(areaId: string | undefined, isMeetingPage: boolean): void {
  const router = useRouter();
  useEffect(() => {
    const show = (): void => {
      const area = areaOf(currentVenue(), areaId);
      if (area) showKey(needsIsolation(area, isMeetingPage));
    };
    show();
    return router.subscribe('onResolved', show);
  }, [router, areaId, isMeetingPage]);
}
