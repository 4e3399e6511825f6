import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { useContext } from 'react';
import { useKeptInMeeting } from '../../platform/call/useKeptInMeeting.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useUser } from '../../platform/state/user.ts';
import { Meeting } from '../meetingRoom/Meeting.tsx';
import { MeetingNotice } from '../meetingRoom/MeetingNotice.tsx';
import { MeetingPlace } from '../meetingRoom/meetingPlace.ts';
import { OpenMeeting } from '../meetingRoom/OpenMeeting.tsx';
import { useDisplayName } from '../meetingRoom/useDisplayName.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import { FullPageLink } from './FullPageLink.tsx';
import { WherebyRoom } from './WherebyRoom.tsx';
import { wherebyUrl } from './wherebyUrl.ts';

type Props = WidgetProps<'WherebyMeetingWidget'>;

/**
 * A Whereby meeting in a panel of the area, or on a page of its own (WIDGET-18). With NEW_TAB both have its link: the policy
 * of the page does not allow its frame.
 */
export default function WherebyMeetingWidget(props: Props) {
  const userId = useUser((state) => state.user?.userId);
  const { widget, configuration, name, presentation, open } = props;
  const opensInTab = useKeptInMeeting(configuration.displayMode === 'NEW_TAB');
  if (presentation === 'embedded')
    return (
      <OpenMeeting
        type="WherebyMeetingWidget"
        configuration={configuration}
        hasRoom={meetingLinkOf(configuration) !== undefined}
        widgetId={widget.id}
        name={name}
        open={open}
      />
    );
  if (opensInTab)
    return (
      <MeetingNotice>
        <TabMeeting type="WherebyMeetingWidget" {...props} />
      </MeetingNotice>
    );
  // Another user does not take over the meeting of the one before.
  return <WherebyMeeting key={userId} {...props} />;
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
