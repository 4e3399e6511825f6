import { Dialog } from '@base-ui/react/dialog';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { useActiveDialog } from '../../platform/dialogs.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { PanelAsideSlot } from './panelAside.tsx';
import { PanelEscape, type SetStepBack } from './panelEscape.ts';
import styles from './widgetPanel.module.css';

export interface WidgetPanelProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** `venue`: a panel between header and dock. `overlay`: a dialog over everything, with a backdrop. */
  readonly place: 'venue' | 'overlay';
  readonly width: 'column' | 'wide' | 'tall' | 'feed' | 'plan' | 'large';
  /** Of a `feed`: hosts may have a second one beside it. Default 1. */
  readonly columns?: 1 | 2;
  readonly children: ReactNode;
}

const widths = {
  column: 'w-[min(var(--text-column),100%)]',
  wide: 'max-w-full',
  tall: 'h-full w-[min(1104px,100%)]',
  feed: 'h-full max-w-full',
  plan: 'w-[min(1104px,100%)]',
  large: 'h-full w-[min(1296px,100%)]',
} as const;

/**
 * Where the focus goes after closing: to the element that had it before; if the URL has opened the panel, to the
 * widget's hotspot, else to the heading. After a change of area the focus stays where the new area has put it.
 */
function useFinalFocus(id: string): () => HTMLElement | boolean {
  const [before] = useState(() => ({ path: location.pathname, focus: document.activeElement }));
  return () => {
    if (location.pathname !== before.path) return false;
    const { focus } = before;
    if (focus instanceof HTMLElement && focus.isConnected && focus !== document.body) return focus;
    return (
      document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(id)}"]`) ??
      // Not to the page: then the first door would receive the focus and turn the view.
      document.querySelector<HTMLElement>('main h1[tabindex]') ??
      true
    );
  };
}

/** The panel of an open widget: title bar and close button. It takes the focus and returns it on closing. */
export function WidgetPanel({ id, title, onClose, place, width, columns = 1, children }: WidgetPanelProps) {
  const { t } = useTranslation('widgets');
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const finalFocus = useFinalFocus(id);
  const popup = useRef<HTMLDivElement>(null);
  const stepBack = useRef<() => void>(undefined);
  const setStepBack = useCallback<SetStepBack>((next) => {
    stepBack.current = next;
  }, []);
  const overlay = place === 'overlay';
  const hasBackdrop = overlay || width === 'plan';
  useActiveDialog(`widget-${id}`, true, onClose, { followsAddress: true });
  return (
    <Dialog.Root
      open
      // A panel without a backdrop leaves the venue usable: turning the picture or clicking a door does not close it.
      modal={hasBackdrop}
      disablePointerDismissal={!hasBackdrop}
      onOpenChange={(open, details) => {
        if (open) return;
        if (details.reason === 'escape-key' && stepBack.current) {
          details.cancel();
          stepBack.current();
        } else onClose();
      }}
    >
      <Dialog.Portal>
        {hasBackdrop && (
          <Dialog.Backdrop
            className={`fade-in fixed inset-0 ${overlay ? 'scrim z-40' : 'scrim-light z-30'}`}
          />
        )}
        <Dialog.Viewport
          data-widget-place={place}
          className={`pointer-events-none fixed grid ${overlay ? 'z-40 place-items-center' : 'z-30'}`}
        >
          <Dialog.Popup
            ref={popup}
            data-dialog={`widget-${id}`}
            data-panel-width={width}
            data-panel-columns={columns}
            initialFocus={popup}
            finalFocus={finalFocus}
            className={`${styles.panel} pointer-events-auto flex max-h-full min-h-0 flex-col overflow-hidden ${
              overlay ? 'dialog-surface' : 'panel'
            } ${widths[width]}`}
          >
            <div data-panel-head className="flex shrink-0 items-center gap-2 ps-6 pe-3 pt-3.5 pb-2">
              <Dialog.Title
                dir="auto"
                className={`title-font min-w-0 ${width === 'large' ? 'tablet:text-board max-tablet:text-panel' : 'text-panel'}`}
              >
                {title}
              </Dialog.Title>
              <div ref={setSlot} className="flex flex-1 items-center justify-end gap-2" />
              <IconButton svg={xIcon} label={t('panel.close')} onClick={onClose} />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <PanelEscape value={setStepBack}>
                <PanelAsideSlot value={slot}>{children}</PanelAsideSlot>
              </PanelEscape>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
