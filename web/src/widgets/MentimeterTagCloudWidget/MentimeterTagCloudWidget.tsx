import { FramedPage } from '../frame/FramedPage.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';

/** The live results of a Mentimeter presentation (WIDGET-09). */
export default function MentimeterTagCloudWidget({
  configuration,
  ...props
}: WidgetProps<'MentimeterTagCloudWidget'>) {
  return <FramedPage {...props} uris={configuration.uris} />;
}
