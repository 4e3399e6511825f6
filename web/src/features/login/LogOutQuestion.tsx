import { useStore } from 'zustand';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { logOut } from '../session/index.ts';
import { createLogOutQuestion } from './logOutQuestion.ts';

/** Asks before a logout that discards unsent messages, also those that wait in other tabs of the browser. */
export default function LogOutQuestion() {
  const { t } = useTranslation();
  const question = useVisit().get(createLogOutQuestion);
  const { isOpen, unsent } = useStore(question);
  const close = () => question.setState({ isOpen: false });
  return (
    <Dialog
      id="log-out"
      open={isOpen}
      onClose={close}
      title={t('account.discard.title')}
      description={t('account.discard.text', { count: unsent })}
      width={440}
    >
      <div className="flex flex-wrap justify-end gap-2 px-6 pt-2 pb-6">
        <Button kind="quiet" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button
          onClick={() => {
            close();
            void logOut();
          }}
        >
          {t('account.logout')}
        </Button>
      </div>
    </Dialog>
  );
}
