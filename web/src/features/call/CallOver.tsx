/** Why there is no call, or none any more. */
import phoneX from '@phosphor-icons/core/regular/phone-x.svg?raw';
import warning from '@phosphor-icons/core/regular/warning-circle.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Statement } from '../../ui/Statement.tsx';
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
    <Dialog id="call-over" open bare onClose={dismiss} title={title} width={420} outlivesNavigation>
      <Statement
        svg={ending === 'problem' || ending === 'notEnabled' ? warning : phoneX}
        title={title}
        text={texts[ending]}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={dismiss}>{t('over.close')}</Button>
            {wish && passing.includes(ending) && (
              <Button kind="primary" onClick={() => void preview(wish)}>
                {t(ending === 'full' ? 'again' : 'over.again')}
              </Button>
            )}
          </div>
        }
      />
    </Dialog>
  );
}
