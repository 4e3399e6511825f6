import { Icon } from '../../platform/icons/Icon.tsx';
import { entryOf } from '../registry/registry.ts';
import { useContentCount } from '../registry/useWidgetName.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { useTexts } from './useTexts.ts';

type Props = ActiveWidget<'MediaLibraryWidget' | 'MediaBoardWidget'> & {
  readonly name: string;
  /** Opens the panel. */
  readonly open: () => void;
};

/** A library or a board in the picture: its name and how much it has. A click opens it. */
export function EmbeddedCollection(props: Props) {
  const { widget, name, open } = props;
  const { t } = useTexts();
  const count = useContentCount()(props);
  return (
    <button
      type="button"
      data-opens={widget.id}
      aria-haspopup="dialog"
      aria-label={t('open', { name })}
      onClick={open}
      className="island press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-x-3 gap-y-1 overflow-hidden rounded-card px-3"
    >
      <Icon svg={entryOf(widget.type)?.icon ?? ''} size={22} />
      <span className="min-w-0">
        <bdi className="text-name font-strong line-clamp-2 [overflow-wrap:anywhere]">{name}</bdi>
        <span className="text-caption block">{count}</span>
      </span>
    </button>
  );
}
