import { useDeferredValue } from 'react';
import { EmbeddedCollection } from '../media/EmbeddedCollection.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { LibraryPanel } from './LibraryPanel.tsx';

/** Documents, pictures, films, sounds and links in folders (WIDGET-07). */
export default function MediaLibraryWidget(props: WidgetProps<'MediaLibraryWidget'>) {
  // The panel is rendered first, and then the library: together they would stop the page for a moment.
  const isPanelRendered = useDeferredValue(true, false);
  if (props.presentation === 'embedded') return <EmbeddedCollection {...props} />;
  return isPanelRendered && <LibraryPanel {...props} />;
}
