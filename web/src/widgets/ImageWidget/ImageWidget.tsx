import type { WidgetProps } from '../registry/widgetProps.ts';
import { EmbeddedPicture } from './EmbeddedPicture.tsx';
import { PicturePanel } from './PicturePanel.tsx';

/** A picture, embedded or opened with zoom (WIDGET-05). */
export default function ImageWidget(props: WidgetProps<'ImageWidget'>) {
  const { presentation, configuration, open } = props;
  return presentation === 'embedded' ? (
    <EmbeddedPicture widget={props.widget} name={props.name} configuration={configuration} open={open} />
  ) : (
    <PicturePanel configuration={configuration} />
  );
}
