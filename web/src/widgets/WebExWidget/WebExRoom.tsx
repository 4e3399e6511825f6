import { frameSandbox } from '@foyer/contract/embeds';
import { meetingPermissions } from '@foyer/contract/widgets/meetingLinks';
import { useCallback, useReducer } from 'react';
import { Frame } from '../frame/EmbedFrame.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { RoomProps } from '../meetingRoom/Meeting.tsx';
import { MeetingRoom } from '../meetingRoom/MeetingRoom.tsx';
import { entering, reduceMeeting } from '../meetingRoom/meetingState.ts';

/**
 * A page of Webex in a frame; `visit` is its address. It says nothing about the meeting in it, so that the user counts as
 * joined as soon as it is shown: a question too many costs less than a meeting that a navigation ends.
 */
export function WebExRoom({ visit, name, end, rejoin, close }: RoomProps<string>) {
  const [state, dispatch] = useReducer(reduceMeeting, entering);
  const leave = useCallback(() => dispatch({ kind: 'left', isRemoved: false }), []);
  const trackAccess = useTrackAccess();
  return (
    <MeetingRoom state={state} leave={leave} link={visit} end={end} rejoin={rejoin} close={close}>
      <Frame
        url={visit}
        address={visit}
        name={name}
        sandbox={frameSandbox}
        permissions={meetingPermissions}
        onRetry={rejoin ?? leave}
        onShow={() => {
          trackAccess();
          dispatch({ kind: 'joined' });
        }}
      />
    </MeetingRoom>
  );
}
