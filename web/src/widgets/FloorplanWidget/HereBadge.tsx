import mapPin from '@phosphor-icons/core/fill/map-pin-fill.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTexts } from './useTexts.ts';

/** "You are here". Hidden from screen readers: the name of the link says the same. */
export function HereBadge({ className = '' }: { readonly className?: string }) {
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
