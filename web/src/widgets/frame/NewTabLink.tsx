import arrowSquareOut from '@phosphor-icons/core/regular/arrow-square-out.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';

interface Props {
  readonly href: string;
  /** Where only the icon has space. */
  readonly iconOnly?: 'always' | 'onPhones';
}

const labelClasses = { always: 'sr-only', onPhones: 'max-tablet:sr-only' } as const;

/** Opens the content of a frame in a tab, where its website controls the whole page. */
export function NewTabLink({ href, iconOnly }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="press target inline-flex min-h-10 min-w-10 shrink-0 items-center justify-center gap-2 rounded-full px-2.5 text-small-button font-strong text-ink hover:bg-raised"
    >
      <Icon svg={arrowSquareOut} size={20} />
      <span className={iconOnly && labelClasses[iconOnly]}>{t('newTab.open')}</span>
    </a>
  );
}
