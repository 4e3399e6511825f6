import type { WidgetProps } from '../registry/widgetProps.ts';
import { EmbeddedWall } from './EmbeddedWall.tsx';
import { ExternalWall } from './ExternalWall.tsx';
import { OwnWall } from './OwnWall.tsx';

/** A social wall: our own, or that of another website (WIDGET-12). */
export default function SuperEventSocialWallWidget(props: WidgetProps<'SuperEventSocialWallWidget'>) {
  const { widget, configuration, name, presentation, open } = props;
  const { uris, wallId } = configuration;
  if (uris) {
    // Other addresses are another wall.
    const key = uris.map(({ locale, uri }) => `${locale} ${uri}`).join();
    return <ExternalWall key={key} uris={uris} name={name} presentation={presentation} open={open} />;
  }
  if (presentation === 'embedded') return <EmbeddedWall id={widget.id} name={name} open={open} />;
  return <OwnWall key={wallId} widget={widget} configuration={configuration} name={name} />;
}
