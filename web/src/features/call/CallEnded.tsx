/** Says why a call has ended or could not be joined. */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { EndReason } from './model/endReason.ts';
import { useCalls } from './useCalls.ts';
import { useOwnCallModel } from './useOwnCall.ts';

const canCallAgain: readonly EndReason[] = ['noAnswer', 'declined', 'problem', 'full'];

export function CallEnded() {
  const { t } = useTranslation('call');
  const own = useCalls((calls) => calls.own);
  const { close, preview } = useOwnCallModel();
  if (own.phase !== 'ended') return null;
  const { reason, target } = own;
  const title = reason === 'notEnabled' ? t('notEnabled.title') : t(`ended.${reason}`);
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
      onClose={close}
      title={title}
      description={texts[reason]}
      width={420}
      outlivesNavigation
    >
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
        <Button kind="quiet" onClick={close}>
          {t('ended.close')}
        </Button>
        {canCallAgain.includes(reason) && (
          <Button kind="primary" onClick={() => void preview(target)}>
            {t(reason === 'full' ? 'again' : 'ended.again')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
