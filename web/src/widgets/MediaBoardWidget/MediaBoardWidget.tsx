import { useDeferredValue } from 'react';
import { EmbeddedCollection } from '../media/EmbeddedCollection.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { BoardPanel } from './BoardPanel.tsx';

/** Media that attendees like (WIDGET-08). */
export default function MediaBoardWidget(props: WidgetProps<'MediaBoardWidget'>) {
  // The panel is rendered first, and then the board: together they would stop the page for a moment.
  const isPanelRendered = useDeferredValue(true, false);
  if (props.presentation === 'embedded') return <EmbeddedCollection {...props} />;
  return isPanelRendered && <BoardPanel key={props.configuration.mediaBoardId} {...props} />;
}
