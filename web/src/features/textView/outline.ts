/** The content of the text view: by viewpoint, doors before widgets, and each only once. */
import type { ContentWidget, ViewPoint } from '@foyer/contract';

/** The current or next event behind a door. */
export type DoorHappening =
  | { readonly kind: 'live' }
  | { readonly kind: 'on' }
  /** `at` in milliseconds since 1970, server time. */
  | { readonly kind: 'next'; readonly at: number };

export interface OutlineDoor {
  readonly kind: 'door';
  readonly id: string;
  readonly name: string;
  /** One line below the name; '' if the door has none. */
  readonly subtitle: string;
  readonly targetAreaId: string;
  readonly targetViewpointId: string | undefined;
  readonly happening: DoorHappening | undefined;
  /** At most one door of a viewpoint is highlighted. */
  readonly isHighlighted: boolean;
}

export interface OutlineWidget {
  readonly kind: 'widget';
  readonly id: string;
  readonly name: string;
  readonly widget: ContentWidget;
  readonly configuration: ContentWidget['configurations'][number];
  /** When a meeting that is not open yet begins, in milliseconds since 1970. */
  readonly opensAt?: number;
}

/** A door or a widget. The text view lists them in the keyboard order of the picture. */
export type OutlineEntry = OutlineDoor | OutlineWidget;

export interface OutlineSection {
  readonly viewpoint: ViewPoint;
  readonly doors: readonly OutlineDoor[];
  readonly widgets: readonly OutlineWidget[];
  /** True if everything at this viewpoint is listed for an earlier one. */
  readonly isRepeated: boolean;
}

const keyOf = (entry: OutlineEntry): string =>
  entry.kind === 'door'
    ? `door ${entry.targetAreaId} ${entry.targetViewpointId ?? ''} ${entry.name}`
    : `widget ${entry.widget.id}`;

/** @param entriesOf the hotspots of a viewpoint, in keyboard order */
export function outlineOf(
  viewpoints: readonly ViewPoint[],
  entriesOf: (viewpoint: ViewPoint) => readonly OutlineEntry[],
): OutlineSection[] {
  const listed = new Set<string>();
  return viewpoints.map((viewpoint) => {
    const all = entriesOf(viewpoint);
    const unlisted = all.filter((entry) => {
      const key = keyOf(entry);
      if (listed.has(key)) return false;
      listed.add(key);
      return true;
    });
    return {
      viewpoint,
      doors: unlisted.filter((entry) => entry.kind === 'door'),
      widgets: unlisted.filter((entry) => entry.kind === 'widget'),
      isRepeated: all.length > 0 && unlisted.length === 0,
    };
  });
}
