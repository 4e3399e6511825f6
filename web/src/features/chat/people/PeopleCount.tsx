import { useTranslation } from '../../../platform/i18n/useTranslation.ts';

/** Number of search results: announced to screen readers, and visible if there are none. */
export function PeopleCount({
  count,
  className = '',
}: {
  readonly count: number;
  readonly className?: string;
}) {
  const { t } = useTranslation('chat');
  return (
    <p role="status" className={count === 0 ? `py-2 text-caption text-ink-2 ${className}` : 'sr-only'}>
      {count === 0 ? t('list.nobodyFound') : t('list.peopleFound', { count })}
    </p>
  );
}
