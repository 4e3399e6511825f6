import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { useContext } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { Meeting } from '../meetingRoom/Meeting.tsx';
import { MeetingPlace } from '../meeting/meetingPlace.ts';
import { MeetingWidget } from '../meetingRoom/MeetingWidget.tsx';
import { useDisplayName } from '../meetingRoom/useDisplayName.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { FullPageLink } from './FullPageLink.tsx';
import { WherebyRoom } from './WherebyRoom.tsx';
import { wherebyUrl } from './wherebyUrl.ts';

type Props = WidgetProps<'WherebyMeetingWidget'>;

/** A Whereby meeting in a panel of the area, or on a page of its own (WIDGET-18). */
export default function WherebyMeetingWidget(props: Props) {
  return (
    <MeetingWidget type="WherebyMeetingWidget" {...props}>
      <WherebyMeeting {...props} />
    </MeetingWidget>
  );
}

function WherebyMeeting({ widget, configuration, name, areaId, close }: Props) {
  const place = useContext(MeetingPlace);
  const { language } = useLanguage();
  const displayName = useDisplayName(configuration.cookieProviders);
  const link = meetingLinkOf(configuration);
  return (
    <Meeting
      type="WherebyMeetingWidget"
      configuration={configuration}
      configurations={widget.configurations}
      room={
        link === undefined
          ? undefined
          : { link, url: wherebyUrl(link, configuration, { displayName, language }) }
      }
      displayName={displayName}
      otherWay={
        place === 'panel' && <FullPageLink areaId={areaId} widgetId={widget.id} configId={configuration.id} />
      }
      name={name}
      close={close}
      Room={WherebyRoom}
    />
  );
}
