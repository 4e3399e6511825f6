import { frameSandbox } from '@foyer/contract/embeds';
import { meetingPermissions } from '@foyer/contract/widgets/meetingLinks';
import { Frame } from '../frame/EmbedFrame.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { RoomProps } from '../meetingRoom/Meeting.tsx';
import { MeetingRoom } from '../meetingRoom/MeetingRoom.tsx';
import { useMeeting } from './useMeeting.ts';

export interface WherebyVisit {
  /** The link of the room, for a new tab. */
  readonly link: string;
  /** What the frame loads. */
  readonly url: string;
}

/** MEET-01. `speaker` is no standard name: browsers that do not know it ignore it. */
const permissions = [...meetingPermissions, 'speaker'];

export function WherebyRoom({ visit, name, end, rejoin, close }: RoomProps<WherebyVisit>) {
  const { link, url } = visit;
  const { state, leave, onFrame, onShow } = useMeeting(url);
  const trackAccess = useTrackAccess();
  return (
    <MeetingRoom state={state} leave={leave} link={link} end={end} rejoin={rejoin} close={close}>
      <Frame
        url={url}
        address={link}
        name={name}
        sandbox={frameSandbox}
        permissions={permissions}
        shape="film"
        onRetry={rejoin ?? leave}
        onFrame={onFrame}
        onShow={() => {
          trackAccess();
          onShow();
        }}
      />
    </MeetingRoom>
  );
}
