import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { useActiveDialog } from '../platform/dialogs.ts';
import { useMedia } from '../platform/media.ts';
import { useCoversPicture } from '../platform/pictureCover.ts';
import './slot.css';

export interface SlotPanelProps {
  /** Its name on the stack of open dialogs; another name puts it there anew. */
  readonly id: string;
  /** What it is called; not shown. */
  readonly label: string;
  readonly onClose: () => void;
  /** Found again by this where what opened it has gone. */
  readonly opener?: string;
  readonly style?: CSSProperties;
  /** Another panel lies over it: it waits as it is, unseen. */
  readonly covered?: boolean;
  readonly children: ReactNode;
}

/** Things in the picture move out from under it. */
function Covering({ panel }: { readonly panel: RefObject<HTMLElement | null> }) {
  useCoversPicture(panel);
  return null;
}

/** Where the focus was before, or the button that leads here again. */
function useFocusBack(opener: string | undefined): () => HTMLElement | boolean {
  const [before] = useState(() => document.activeElement);
  return () => {
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before;
    return (opener === undefined ? null : document.querySelector<HTMLElement>(opener)) ?? true;
  };
}

/** The slot at the end side, of which there is one: people and profiles. Beside it the venue stays in use. */
export function SlotPanel(props: SlotPanelProps) {
  const { id, label, onClose, opener, style, covered = false, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  const phone = useMedia('phone');
  const focusBack = useFocusBack(opener);
  useActiveDialog(id, true, onClose);
  return (
    <Dialog.Root
      open
      modal={phone && !covered}
      disablePointerDismissal={covered || !phone}
      onOpenChange={(open) => !open && !covered && onClose()}
    >
      <Dialog.Portal>
        {phone && !covered && <Dialog.Backdrop className="veil-thin fade-in fixed inset-0 z-30" />}
        <Dialog.Viewport data-covered={covered || undefined} className="slot-place fixed z-30">
          <Dialog.Popup
            ref={panel}
            data-dialog={id}
            initialFocus={panel}
            finalFocus={focusBack}
            style={style}
            className="slot-panel panel relative flex h-full flex-col overflow-hidden"
          >
            {/* What it is about has a heading of its own. */}
            <Dialog.Title render={<span />} className="sr-only">
              {label}
            </Dialog.Title>
            <span
              aria-hidden="true"
              className="slot-grab mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-ink/25"
            />
            <Covering panel={panel} />
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
