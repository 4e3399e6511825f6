import { useTranslation } from '../../platform/i18n/useTranslation.ts';

interface Props {
  readonly href: string;
  readonly kind?: keyof typeof kinds;
}

const kinds = {
  button:
    'press bg-secondary text-on-secondary text-button font-strong inline-flex min-h-11 items-center rounded-full px-5',
  link: 'target rounded-mark text-caption underline underline-offset-4',
} as const;

/** A link that opens the content of a widget in a new tab. */
export function OpenInNewTab({ href, kind = 'button' }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={kinds[kind]}>
      {t('newTab.open')}
    </a>
  );
}
