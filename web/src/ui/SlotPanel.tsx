import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { useActiveDialog } from '../platform/dialogs.ts';
import { useMedia } from '../platform/media.ts';
import { useCoversPicture } from '../platform/pictureCover.ts';
import { useCoveredPanel } from '../platform/sidePanels.ts';
import { useIsBelowDialog } from '../platform/useIsBelowDialog.ts';
import styles from './slot.module.css';

export interface SlotPanelProps {
  /** Its id on the stack of open dialogs; a new id pushes it again. */
  readonly id: string;
  /** Accessible name; not shown. */
  readonly label: string;
  readonly onClose: () => void;
  /** Identifies the button that opens it, for the focus if the original element is gone. */
  readonly opener?: string;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** Hotspots in the picture avoid the panel. */
function Covering({ panel }: { readonly panel: RefObject<HTMLElement | null> }) {
  useCoversPicture(panel);
  return null;
}

/** The element that had the focus before, or the button that opens the panel. */
function useFocusBack(opener: string | undefined): () => HTMLElement | boolean {
  const [before] = useState(() => document.activeElement);
  return () => {
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before;
    return (opener === undefined ? null : document.querySelector<HTMLElement>(opener)) ?? true;
  };
}

/** The side panel at the inline end, for attendees and profiles. The venue next to it stays usable. */
export function SlotPanel(props: SlotPanelProps) {
  const { id, label, onClose, opener, style, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  const phone = useMedia('phone');
  const focusBack = useFocusBack(opener);
  useActiveDialog(id, true, onClose);
  /** Another panel covers it: it keeps its state but is hidden. */
  const covered = useCoveredPanel() === id;
  const isBelowDialog = useIsBelowDialog(id);
  // While it is not modal, it would take a press in the dialog above for one outside of itself.
  const isModal = phone && !covered && !isBelowDialog;
  return (
    <Dialog.Root
      open
      modal={isModal}
      disablePointerDismissal={!isModal}
      onOpenChange={(open) => !open && !covered && onClose()}
    >
      <Dialog.Portal>
        {phone && !covered && <Dialog.Backdrop className="scrim-light fade-in fixed inset-0 z-30" />}
        <Dialog.Viewport data-covered={covered || undefined} className={`${styles.place} fixed z-30`}>
          <Dialog.Popup
            ref={panel}
            data-dialog={id}
            data-slot="panel"
            initialFocus={panel}
            finalFocus={focusBack}
            style={style}
            className={`${styles.panel} panel relative flex h-full flex-col overflow-hidden`}
          >
            {/* What it is about has a heading of its own. */}
            <Dialog.Title render={<span />} className="sr-only">
              {label}
            </Dialog.Title>
            <span
              aria-hidden="true"
              className={`${styles.grab} mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-ink/25`}
            />
            <Covering panel={panel} />
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
