import books from '@phosphor-icons/core/regular/books.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useContentCount } from '../registry/useWidgetName.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { useTexts } from './useTexts.ts';

type Props = Pick<WidgetProps<'MediaLibraryWidget'>, 'widget' | 'configuration' | 'name' | 'open'>;

/** The library in the picture: its name and how much it has. A click opens it. */
export function EmbeddedLibrary({ widget, configuration, name, open }: Props) {
  const { t } = useTexts();
  const count = useContentCount()({ widget, configuration });
  return (
    <button
      type="button"
      data-opens={widget.id}
      aria-haspopup="dialog"
      aria-label={t('open', { name })}
      onClick={open}
      className="island press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-x-3 gap-y-1 overflow-hidden rounded-card px-3"
    >
      <Icon svg={books} size={22} />
      <span className="min-w-0">
        <bdi className="text-name font-strong line-clamp-2 [overflow-wrap:anywhere]">{name}</bdi>
        <span className="text-caption block">{count}</span>
      </span>
    </button>
  );
}
