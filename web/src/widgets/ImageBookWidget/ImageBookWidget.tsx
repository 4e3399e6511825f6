import bookOpen from '@phosphor-icons/core/regular/book-open.svg?raw';
import { Statement } from '../../ui/Statement.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { EmbeddedBook } from './EmbeddedBook.tsx';
import { OpenBook } from './OpenBook.tsx';
import { useBookPages } from './useBookPages.ts';
import { useTexts } from './useTexts.ts';

/** Pictures as the pages of a book, to leaf through (WIDGET-06). In the picture of the area it is closed. */
export default function ImageBookWidget(props: WidgetProps<'ImageBookWidget'>) {
  const { t } = useTexts();
  const { widget, name, configuration, presentation, open } = props;
  const pages = useBookPages(configuration);
  if (presentation === 'embedded')
    return <EmbeddedBook widgetId={widget.id} name={name} pages={pages} open={open} />;
  if (pages.length === 0) {
    return (
      <div data-panel-statement>
        <Statement svg={bookOpen} level={3} title={t('empty')} text={t('emptyText')} />
      </div>
    );
  }
  return <OpenBook name={name} pages={pages} />;
}
