import { Dialog } from '@base-ui/react/dialog';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/**
 * Asks before a navigation that would end the meeting. Not on the stack of dialogs, whose history entry would replace the
 * one that Forward leads to.
 */
export function LeaveQuestion({ isOpen, onLeave, onStay }: Props) {
  const { t } = useTexts();
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onStay()}>
      <Dialog.Portal>
        {/* Over the panel, which is a dialog itself. */}
        <Dialog.Backdrop forceRender className="scrim scrim-motion fixed inset-0 z-40" />
        <Dialog.Viewport className="fixed inset-0 z-40 grid place-items-center p-4">
          <Dialog.Popup
            role="alertdialog"
            data-dialog="meeting-leave"
            className="dialog-motion dialog-surface w-full max-w-105 rounded-panel p-6"
          >
            <Dialog.Title className="title-font text-panel">{t('leave.title')}</Dialog.Title>
            <Dialog.Description className="pt-2 text-ink-2">{t('leave.text')}</Dialog.Description>
            <div className="flex flex-wrap justify-end gap-2 pt-6">
              <Button kind="quiet" onClick={onStay}>
                {t('leave.stay')}
              </Button>
              <Button onClick={onLeave}>{t('leave.confirm')}</Button>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
