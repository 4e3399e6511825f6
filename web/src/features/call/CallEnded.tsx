/** Says why a call has ended or could not be joined. */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { resetCall, openPreview } from './actions.ts';
import type { EndReason } from './endReason.ts';
import { useCallState } from './callState.ts';

const canCallAgain: readonly EndReason[] = ['noAnswer', 'declined', 'problem', 'full'];

export function CallEnded() {
  const { t } = useTranslation('call');
  const { endReason, target } = useCallState();
  if (endReason === null) return null;
  const title = endReason === 'notEnabled' ? t('notEnabled.title') : t(`ended.${endReason}`);
  const texts: Readonly<Partial<Record<EndReason, string>>> = {
    notEnabled: t('notEnabled.text'),
    problem: t('problem.server'),
    noAnswer: t('ended.noAnswerText'),
    full: t('ended.fullText'),
  };
  return (
    <Dialog
      id="call-over"
      open
      onClose={resetCall}
      title={title}
      description={texts[endReason]}
      width={420}
      outlivesNavigation
    >
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
        <Button kind="quiet" onClick={resetCall}>
          {t('ended.close')}
        </Button>
        {target && canCallAgain.includes(endReason) && (
          <Button kind="primary" onClick={() => void openPreview(target)}>
            {t(endReason === 'full' ? 'again' : 'ended.again')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
