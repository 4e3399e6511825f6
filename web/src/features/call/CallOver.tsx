/** Why there is no call, or none any more. */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { dismiss, preview } from './actions.ts';
import { useSession, type Ending } from './session.ts';

/** Those after which one may try again. */
const passing: readonly Ending[] = ['noAnswer', 'declined', 'problem', 'full', 'ended'];

export function CallOver() {
  const { t } = useTranslation('call');
  const { ending, wish } = useSession();
  if (ending === null) return null;
  const title = ending === 'notEnabled' ? t('notEnabled.title') : t(`over.${ending}`);
  const texts: Readonly<Partial<Record<Ending, string>>> = {
    notEnabled: t('notEnabled.text'),
    problem: t('problem.server'),
    noAnswer: t('over.noAnswerText'),
    full: t('over.fullText'),
  };
  return (
    <Dialog
      id="call-over"
      open
      onClose={dismiss}
      title={title}
      description={texts[ending]}
      width={420}
      outlivesNavigation
    >
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
        <Button kind="quiet" onClick={dismiss}>
          {t('over.close')}
        </Button>
        {wish && passing.includes(ending) && (
          <Button kind="primary" onClick={() => void preview(wish)}>
            {t(ending === 'full' ? 'again' : 'over.again')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
