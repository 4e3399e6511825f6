import type { AreaContext } from '../../extensions/area.ts';
import { useWidgetName } from '../registry/useWidgetName.ts';
import { useBooks, type ActiveBook } from './books.ts';
import { useBookPages } from './useBookPages.ts';
import { useTexts } from './useTexts.ts';

/** What the pages of the area's books show, in words: their alternative texts. */
export default function BookTexts({ area }: AreaContext) {
  const books = useBooks(area);
  return books.map((book) => <BookText key={book.widget.id} book={book} />);
}

function BookText({ book: { widget, configuration } }: { readonly book: ActiveBook }) {
  const { t } = useTexts();
  const nameOf = useWidgetName();
  const pages = useBookPages(configuration);
  return (
    <details className="mt-6">
      <summary className="text-name font-strong w-fit max-w-full rounded-mark py-2">
        {t('asText', { name: nameOf(widget) })}
      </summary>
      <ol className="text-body text-ink-2 grid gap-1 ps-4">
        {pages.map(({ number, alt }) => (
          <li key={number}>
            {alt ? t('described', { page: number, text: alt }) : t('undescribed', { page: number })}
          </li>
        ))}
      </ol>
    </details>
  );
}
