import quotesIcon from '@phosphor-icons/core/regular/quotes.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  /** The id of the widget. */
  readonly id: string;
  readonly name: string;
  /** Opens the panel. */
  readonly open: () => void;
}

/** Our own wall in the picture: a button that opens it. */
export function EmbeddedWall({ id, name, open }: Props) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      data-opens={id}
      aria-haspopup="dialog"
      aria-label={t('open', { name })}
      onClick={open}
      className="island press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-x-3 gap-y-1 overflow-hidden rounded-card px-3"
    >
      <Icon svg={quotesIcon} size={22} />
      <bdi className="text-name font-strong line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
    </button>
  );
}
