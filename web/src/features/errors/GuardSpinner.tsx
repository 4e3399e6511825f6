/** A spinner while the router guards run (GUARD-02), with the running retry if they take longer. */
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useWaits } from '../../platform/api/retry.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { waitingText } from './waitingText.ts';
import { WaitProgress } from './WaitProgress.tsx';

export function GuardSpinner() {
  const { t } = useTranslation();
  const checking = useUi((state) => state.routerGuardsChecking);
  const wait = useWaits(({ list }) => list.find(({ place }) => place === 'page'));
  if (!checking) return null;
  return (
    // A page that has failed shows its retries itself.
    <div className="fixed inset-0 z-30 grid place-items-center overflow-y-auto bg-ground p-(--edge) in-[body:has([data-page-failure])]:hidden">
      <div className="flex w-full max-w-100 flex-col items-center gap-5 text-center low:gap-2">
        <Spinner size={44} />
        <p role="status" className="title-font text-section">
          {wait ? t(waitingText(wait)) : t('guards.checking')}
        </p>
        {wait && (
          <>
            <div className="w-full">
              <WaitProgress wait={wait} />
            </div>
            <div className="flex gap-2">
              <Button kind="primary" onClick={wait.tryNow}>
                {t('common.tryNow')}
              </Button>
              <Button onClick={wait.cancel}>{t('common.cancel')}</Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
