import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { Spinner } from '../ui/Spinner.tsx';

/** The page that is shown while the first page is loading (LOGIN-03). */
export function WaitingPage() {
  const { t } = useTranslation();
  return (
    <div className="fixed inset-0 grid place-items-center bg-ground">
      <p role="status" className="flex flex-col items-center gap-5">
        <Spinner size={44} />
        <span className="title-font text-section">{t('common.loading')}</span>
      </p>
    </div>
  );
}
