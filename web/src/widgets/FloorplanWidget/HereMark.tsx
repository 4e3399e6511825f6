import mapPin from '@phosphor-icons/core/fill/map-pin-fill.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTexts } from './useTexts.ts';

/** "You are here". The link around it says the same to those who do not see it. */
export function HereMark({ className = '' }: { readonly className?: string }) {
  const { t } = useTexts();
  return (
    <span
      aria-hidden
      className={`bg-primary text-on-primary text-caption font-strong inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-full py-1 ps-2 pe-3 ${className}`}
    >
      <Icon svg={mapPin} size={16} />
      {t('here')}
    </span>
  );
}
