/** The current or next event in an area, from the times of its widgets. It decides which door is highlighted. */
import type { Area, Widget } from '@foyer/contract';
import { findWidgetManifest } from '@foyer/contract/widget';

export type Happening =
  /** A meeting or stream is live. */
  | { readonly kind: 'live' }
  /** Another widget with a begin and an end is active. */
  | { readonly kind: 'on' }
  /** @property at milliseconds since 1970 */
  | { readonly kind: 'next'; readonly at: number };

/** How long before its begin an event counts as next. */
export const aheadMs = 30 * 60_000;

/** Whether a configuration, while it is active, is a meeting or stream that the venue announces as live. */
export const isLiveEvent = (
  type: Widget['type'],
  { begin, end }: { readonly begin?: string | undefined; readonly end?: string | undefined },
): boolean => findWidgetManifest(type)?.happening === 'live' && begin !== undefined && end !== undefined;

export function happeningIn(area: Area, now: number): Happening | undefined {
  let on = false;
  let next = Number.POSITIVE_INFINITY;
  for (const widget of area.contentWidgets) {
    const happening = findWidgetManifest(widget.type)?.happening;
    if (happening === undefined) continue;
    for (const { begin, end } of widget.configurations) {
      if (begin === undefined || end === undefined) continue;
      const from = Date.parse(begin);
      if (from <= now && now < Date.parse(end)) {
        if (happening === 'live') return { kind: 'live' };
        on = true;
      } else if (from > now && from - now <= aheadMs) {
        next = Math.min(next, from);
      }
    }
  }
  if (on) return { kind: 'on' };
  return Number.isFinite(next) ? { kind: 'next', at: next } : undefined;
}
