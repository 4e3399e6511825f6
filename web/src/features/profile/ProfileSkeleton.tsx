import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** A placeholder with the layout of a profile. */
export function ProfileSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col px-6 pt-2">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="size-26 rounded-full" />
      <Skeleton className="mt-5 h-8 w-52" />
      <Skeleton className="mt-3 h-5 w-64" />
      <Skeleton className="mt-5 h-8 w-40 rounded-full" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="mt-6 h-10 w-full" />
      ))}
    </div>
  );
}
