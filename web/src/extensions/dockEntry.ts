/** An entry of the dock, as a feature describes it. */
import type { MenuEntry } from '../ui/Menu.tsx';

interface DockEntryFace {
  readonly id: string;
  readonly label: string;
  /** Raw SVG of a Phosphor icon, regular and filled; filled while it is open. */
  readonly icon: string;
  readonly openIcon: string;
  /** Things that are new; 0 shows nothing. */
  readonly news?: number;
  /** Raw SVG of what goes on there. */
  readonly mark?: string;
  /** Its name with the news and the mark in words. */
  readonly longLabel?: string;
}

export interface DockGroupEntry {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly run: () => void;
}

export type DockEntry = DockEntryFace &
  (
    | { readonly kind: 'action'; readonly isOpen: boolean; readonly run: () => void }
    /** Several of a kind: the button opens a list of them. */
    | { readonly kind: 'menu'; readonly entries: readonly MenuEntry[] }
    /** Side by side where there is room, else one button that opens a list of them. */
    | { readonly kind: 'group'; readonly entries: readonly DockGroupEntry[] }
  );
