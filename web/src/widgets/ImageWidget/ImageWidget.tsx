import type { WidgetProps } from '../registry/widgetProps.ts';
import { EmbeddedPicture } from './EmbeddedPicture.tsx';
import { ZoomablePicture } from './ZoomablePicture.tsx';

/** A picture, embedded or opened with zoom (WIDGET-05). */
export default function ImageWidget(props: WidgetProps<'ImageWidget'>) {
  const { presentation, configuration, open } = props;
  return presentation === 'embedded' ? (
    <EmbeddedPicture widget={props.widget} name={props.name} configuration={configuration} open={open} />
  ) : (
    <ZoomablePicture configuration={configuration} />
  );
}
