import bookOpen from '@phosphor-icons/core/regular/book-open.svg?raw';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useElementSize } from '../../platform/useElementSize.ts';
import type { BookPageInfo } from './useBookPages.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  readonly widgetId: string;
  readonly name: string;
  readonly pages: readonly BookPageInfo[];
  readonly open: () => void;
}

/** The cover of the book, embedded in the area; a click opens the book. */
export function EmbeddedBook({ widgetId, name, pages, open }: Props) {
  const { t } = useTexts();
  const { ref, size } = useElementSize();
  const noCover = (
    <span className="island grid size-full place-items-center rounded-mark">
      <Icon svg={bookOpen} size={26} />
    </span>
  );
  return (
    <button
      ref={ref}
      type="button"
      data-opens={widgetId}
      aria-haspopup="dialog"
      aria-label={t('open', { name, count: pages.length })}
      onClick={open}
      className="focus-contrast press block size-full overflow-hidden rounded-mark"
    >
      {size && (
        <AssetImage
          assetId={pages[0]?.asset?.id}
          width={size.width}
          alt=""
          draggable={false}
          fallback={noCover}
          // Shown as a book without a cover: its pages may be there, and say so if they are not.
          onFailure={() => undefined}
          className="size-full object-cover"
        />
      )}
    </button>
  );
}
