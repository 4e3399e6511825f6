/** An entry of the dock, as a feature describes it. */
import type { MenuEntry } from '../ui/Menu.tsx';

interface DockEntryBase {
  readonly id: string;
  readonly label: string;
  /** Raw SVG of a Phosphor icon, regular and filled; filled while it is open. */
  readonly icon: string;
  readonly openIcon: string;
  /** Number of new items; 0 shows nothing. */
  readonly news?: number;
  /** Raw SVG of an additional mark, for example of a running call. */
  readonly mark?: string;
  /** Accessible name that includes the new items and the mark. */
  readonly longLabel?: string;
}

export interface DockGroupEntry {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly run: () => void;
}

export type DockEntry = DockEntryBase &
  (
    | { readonly kind: 'action'; readonly isOpen: boolean; readonly run: () => void }
    /** Several entries: the button opens a list of them. */
    | { readonly kind: 'menu'; readonly entries: readonly MenuEntry[] }
    /** Shown side by side if there is room, else as one button that opens a list. */
    | { readonly kind: 'group'; readonly entries: readonly DockGroupEntry[] }
  );
