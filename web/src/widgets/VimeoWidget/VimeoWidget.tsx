import { useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import VimeoFrame from '../video/VimeoFrame.tsx';
import { filmOf } from './filmOf.ts';

/** A film, a live event or a showcase on Vimeo, in Vimeo's own player (WIDGET-16). */
export default function VimeoWidget(props: WidgetProps<'VimeoWidget'>) {
  const entry = useLocalizedEntry()(props.configuration.uris);
  return <VimeoFrame {...filmOf(props)} address={entry?.uri ?? ''} />;
}
