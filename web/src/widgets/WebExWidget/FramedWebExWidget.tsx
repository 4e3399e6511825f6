import { requestUrl } from '@foyer/contract/embeds';
import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { Meeting } from '../meetingRoom/Meeting.tsx';
import { MeetingWidget } from '../meetingRoom/MeetingWidget.tsx';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { WebExRoom } from './WebExRoom.tsx';

/** A meeting in Webex that runs in a frame, because the operator has switched that on (WIDGET-17). */
export default function FramedWebExWidget(props: WidgetProps<'WebExWidget'>) {
  const { widget, configuration, name, close } = props;
  const link = meetingLinkOf(configuration);
  return (
    <MeetingWidget type="WebExWidget" {...props}>
      <Meeting
        type="WebExWidget"
        configuration={configuration}
        configurations={widget.configurations}
        room={link === undefined ? undefined : requestUrl(link).href}
        name={name}
        close={close}
        Room={WebExRoom}
      />
    </MeetingWidget>
  );
}
