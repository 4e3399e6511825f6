/** What goes on in an area by its widgets' times: this is what makes a door beckon. */
import type { Area } from '@foyer/contract';
import { findWidgetManifest } from '@foyer/contract/widget';

export type Happening =
  /** People meet there now. */
  | { readonly kind: 'live' }
  /** Something announced for a time is on. */
  | { readonly kind: 'on' }
  /** @property at milliseconds since 1970 */
  | { readonly kind: 'next'; readonly at: number };

/** An event is called next half an hour ahead, not the day before. */
const aheadMs = 30 * 60_000;

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
