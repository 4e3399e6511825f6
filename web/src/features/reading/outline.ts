/** The order in which an area is read: by viewpoint, doors before things, and nothing twice. */
import type { ContentWidget, ViewPoint } from '@foyer/contract';

/** What goes on behind a door. */
export type DoorHappening =
  | { readonly kind: 'live' }
  | { readonly kind: 'on' }
  /** `at` in milliseconds since 1970, server time. */
  | { readonly kind: 'next'; readonly at: number };

export interface OutlineDoor {
  readonly kind: 'door';
  readonly id: string;
  readonly name: string;
  /** One line below the name; '' where the door has none. */
  readonly subtitle: string;
  readonly targetAreaId: string;
  readonly targetViewpointId: string | undefined;
  readonly happening: DoorHappening | undefined;
  /** At most one door of a viewpoint. */
  readonly isHighlighted: boolean;
}

export interface OutlineThing {
  readonly kind: 'widget';
  readonly id: string;
  readonly name: string;
  readonly widget: ContentWidget;
  readonly configuration: ContentWidget['configurations'][number];
}

/** A door or a thing, as the picture shows it. The picture hands them over in its keyboard order, and so they are read. */
export type OutlineEntry = OutlineDoor | OutlineThing;

export interface OutlineSection {
  readonly viewpoint: ViewPoint;
  readonly doors: readonly OutlineDoor[];
  readonly things: readonly OutlineThing[];
  /** True where everything in reach from here was in reach from an earlier viewpoint too. */
  readonly repeats: boolean;
}

const keyOf = (entry: OutlineEntry): string =>
  entry.kind === 'door'
    ? `door ${entry.targetAreaId} ${entry.targetViewpointId ?? ''} ${entry.name}`
    : `thing ${entry.widget.id}`;

/** @param entriesOf what a viewpoint shows, in keyboard order */
export function outlineOf(
  viewpoints: readonly ViewPoint[],
  entriesOf: (viewpoint: ViewPoint) => readonly OutlineEntry[],
): OutlineSection[] {
  const told = new Set<string>();
  return viewpoints.map((viewpoint) => {
    const all = entriesOf(viewpoint);
    const fresh = all.filter((entry) => {
      const key = keyOf(entry);
      if (told.has(key)) return false;
      told.add(key);
      return true;
    });
    return {
      viewpoint,
      doors: fresh.filter((entry) => entry.kind === 'door'),
      things: fresh.filter((entry) => entry.kind === 'widget'),
      repeats: all.length > 0 && fresh.length === 0,
    };
  });
}
