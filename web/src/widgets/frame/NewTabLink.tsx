import arrowSquareOut from '@phosphor-icons/core/regular/arrow-square-out.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';

interface Props {
  readonly href: string;
  /** Only the icon, for little space. */
  readonly isSmall?: boolean;
}

/** Opens the content of a frame in a tab, where its website controls the whole page. */
export function NewTabLink({ href, isSmall = false }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isSmall ? t('newTab.open') : undefined}
      className="press target inline-flex min-h-10 min-w-10 shrink-0 items-center justify-center gap-2 rounded-full px-2.5 text-small-button font-strong text-ink hover:bg-raised"
    >
      <Icon svg={arrowSquareOut} size={20} />
      {!isSmall && t('newTab.open')}
    </a>
  );
}
