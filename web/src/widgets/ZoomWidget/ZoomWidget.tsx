import { meetingLinkOf } from '@foyer/contract/widgets/meetingLinks';
import { useState } from 'react';
import { useKeptInMeeting } from '../../platform/playback/useKeptInMeeting.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { matchesMedia } from '../../platform/media.ts';
import { useUser } from '../../platform/state/user.ts';
import { TabMeeting } from '../tabMeeting/TabMeeting.tsx';
import { Meeting } from '../meetingRoom/Meeting.tsx';
import { MeetingNotice } from '../meetingRoom/MeetingNotice.tsx';
import { OpenMeeting } from '../meetingRoom/OpenMeeting.tsx';
import { useDisplayName } from '../meetingRoom/useDisplayName.ts';
import { useOwnEmail } from '../meetingRoom/useOwnEmail.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { canRunInPage } from './canRunInPage.ts';
import { ZoomRoom } from './ZoomRoom.tsx';

type Props = WidgetProps<'ZoomWidget'>;

/**
 * A Zoom meeting or webinar (WIDGET-19): in the page where the server has Zoom's SDK and the page is isolated, else in a tab
 * of its own.
 */
export default function ZoomWidget(props: Props) {
  const { widget, configuration, presentation, name, open } = props;
  const userId = useUser((state) => state.user?.userId);
  const runsHere = useKeptInMeeting(useRunsHere(configuration));
  if (!runsHere) {
    const meeting = <TabMeeting type="ZoomWidget" {...props} />;
    return presentation === 'embedded' ? meeting : <MeetingNotice>{meeting}</MeetingNotice>;
  }
  if (presentation === 'embedded')
    return (
      <OpenMeeting
        type="ZoomWidget"
        configuration={configuration}
        hasRoom
        widgetId={widget.id}
        name={name}
        open={open}
      />
    );
  // Another user does not take over the meeting of the one before.
  return <ZoomMeeting key={userId} {...props} />;
}

/** A webinar admits attendees by their email only, which Zoom gets with the user's consent. */
function useRunsHere(configuration: Props['configuration']): boolean {
  const { webinarOn, hostMeetingUrl, cookieProviders } = configuration;
  // Only at first: a window that is made smaller must not end the meeting.
  const [isPhone] = useState(() => matchesMedia('phone'));
  const hasEmail = useOwnEmail(cookieProviders) !== undefined;
  const isAdmitted = webinarOn !== true || hostMeetingUrl !== undefined || hasEmail;
  return canRunInPage(configuration) && isAdmitted && !isPhone;
}

function ZoomMeeting({ widget, configuration, name, areaId, close }: Props) {
  const { language } = useLanguage();
  const displayName = useDisplayName(configuration.cookieProviders);
  const email = useOwnEmail(configuration.cookieProviders);
  return (
    <Meeting
      type="ZoomWidget"
      configuration={configuration}
      configurations={widget.configurations}
      room={{
        link: meetingLinkOf(configuration),
        areaId,
        widgetId: widget.id,
        configId: configuration.id,
        userName: displayName,
        userEmail: configuration.webinarOn ? email : undefined,
        language,
      }}
      displayName={displayName}
      name={name}
      close={close}
      Room={ZoomRoom}
    />
  );
}
