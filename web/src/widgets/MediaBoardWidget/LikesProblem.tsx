import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useTexts } from './useTexts.ts';

/** A line over the board, which works without likes. */
export function LikesProblem({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  const { t: common } = useTranslation('widgets');
  return (
    <p
      role="status"
      className="mx-2 mb-2 flex flex-wrap items-center gap-x-3 rounded-field bg-warning-fill px-3.5 py-2 text-caption text-warning"
    >
      {t('likesFailed')}
      <button type="button" onClick={onRetry} className="target font-strong underline underline-offset-4">
        {common('failed.again')}
      </button>
    </p>
  );
}
