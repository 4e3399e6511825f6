import arrowSquareOut from '@phosphor-icons/core/regular/arrow-square-out.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTexts } from './useTexts.ts';
import { useTrackAccess } from './widgetSubject.ts';

const toolClasses =
  'press target inline-flex min-h-10 min-w-10 shrink-0 items-center justify-center gap-2 rounded-full px-2.5 text-small-button font-strong text-ink hover:bg-raised';

const kinds = {
  button: {
    link: 'press bg-secondary text-on-secondary text-button font-strong inline-flex min-h-11 items-center rounded-full px-5',
    label: undefined,
  },
  link: { link: 'target rounded-mark text-caption underline underline-offset-4', label: undefined },
  /** Beside other controls: an icon with the text, on phones without it. */
  tool: { link: toolClasses, label: 'max-tablet:sr-only' },
  icon: { link: toolClasses, label: 'sr-only' },
} as const;

interface Props {
  readonly href: string;
  /** If the content is an asset of the venue. */
  readonly assetId?: string | undefined;
  readonly kind?: keyof typeof kinds;
  /** Where there is an icon: says when the text is hidden. */
  readonly labelClass?: string;
}

/** A link that opens the content of a widget in a new tab. */
export function OpenInNewTab({ href, assetId, kind = 'button', labelClass }: Props) {
  const { t } = useTexts();
  const trackAccess = useTrackAccess();
  const { link, label } = kinds[kind];
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => trackAccess(assetId)}
      className={link}
    >
      {label !== undefined && <Icon svg={arrowSquareOut} size={20} />}
      <span className={labelClass ?? label}>{t('newTab.open')}</span>
    </a>
  );
}
