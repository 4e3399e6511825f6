import type { WidgetProps } from '../registry/widgetProps.ts';
import { EmbeddedLibrary } from './EmbeddedLibrary.tsx';
import { LibraryPanel } from './LibraryPanel.tsx';

/** Documents, pictures, films, sounds and links in folders (WIDGET-07). */
export default function MediaLibraryWidget(props: WidgetProps<'MediaLibraryWidget'>) {
  return props.presentation === 'embedded' ? <EmbeddedLibrary {...props} /> : <LibraryPanel {...props} />;
}
