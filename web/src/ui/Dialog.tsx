import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import xIcon from '@phosphor-icons/core/regular/x.svg?raw';
import type { ReactNode, RefObject } from 'react';
import { useActiveDialog } from '../platform/dialogs.ts';
import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  /** Its id on the stack of open dialogs. */
  readonly id: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Read by screen readers after the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons beside the one that closes it. */
  readonly actions?: ReactNode;
  /** Requires an answer: neither Escape nor a press outside closes it. */
  readonly persistent?: boolean;
  /** Cannot be closed now, not even by Back or a navigation. */
  readonly locked?: boolean;
  /** `solid` for dialogs that require an answer, `panel` for content. */
  readonly surface?: 'solid' | 'panel';
  readonly followsAddress?: boolean;
  /** Above everything else, also a wall that is presented. */
  readonly isTopmost?: boolean;
  /** Does not concern the current page; a navigation leaves it open. */
  readonly outlivesNavigation?: boolean;
  /** Pixels, limited to the screen with a margin of 16. */
  readonly width?: number;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** When it closes, the focus stays where its opener moves it. Otherwise it returns to where it was. */
  readonly leavesFocus?: boolean;
  /** Further classes of the dialog. */
  readonly className?: string;
}

export function Dialog(props: DialogProps) {
  const { id, open, title, description, children, locked = false } = props;
  const persistent = locked || props.persistent === true;
  const onClose = locked ? () => undefined : props.onClose;
  const { surface = 'solid', className = '', width } = props;
  const layer = props.isTopmost === true ? 'z-70' : 'z-40';
  const { t } = useTranslation();
  const { followsAddress = false, outlivesNavigation = false } = props;
  useActiveDialog(id, open, onClose, { followsAddress, outlivesNavigation, locked });
  return (
    <BaseDialog.Root
      open={open}
      disablePointerDismissal={persistent}
      onOpenChange={(next, details) => {
        if (next) return;
        if (persistent && details.reason === 'escape-key') details.cancel();
        else onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={`scrim scrim-motion fixed inset-0 ${layer}`} />
        {/* The size of the grid cell is that of the screen, which limits the height of the dialog: its content scrolls. */}
        <BaseDialog.Viewport
          className={`fixed inset-0 ${layer} grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-4`}
        >
          <BaseDialog.Popup
            {...(props.initialFocus && { initialFocus: props.initialFocus })}
            {...(props.leavesFocus && { finalFocus: false })}
            data-dialog={id}
            style={{ maxWidth: width }}
            className={`dialog-motion relative flex max-h-full w-full flex-col overflow-y-auto rounded-panel ${surface === 'solid' ? 'dialog-surface' : 'panel'} ${className}`}
          >
            <div data-panel-head className="flex items-center gap-2 ps-6 pe-3 pt-4 pb-2">
              <BaseDialog.Title className="title-font min-w-0 flex-1 text-panel [overflow-wrap:anywhere]">
                {title}
              </BaseDialog.Title>
              {props.actions}
              <IconButton
                svg={xIcon}
                label={t('common.close')}
                aria-disabled={locked || undefined}
                onClick={onClose}
              />
            </div>
            {description !== undefined && (
              <BaseDialog.Description className="px-6 pb-3 text-ink-2">{description}</BaseDialog.Description>
            )}
            {children}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
