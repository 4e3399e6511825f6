import { zoomPagePath } from '@foyer/contract';
import { useEffect, useEffectEvent } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Frame } from '../frame/EmbedFrame.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { RoomProps } from '../meetingRoom/Meeting.tsx';
import { MeetingRoom } from '../meetingRoom/MeetingRoom.tsx';
import { useZoomRoom, type ZoomVisit } from './useZoomRoom.ts';
import { ZoomProblemNotice } from './ZoomProblemNotice.tsx';

/** Zoom's SDK needs shared memory, which only isolated pages and their frames have. */
const permissions = [
  'cross-origin-isolated',
  'autoplay',
  'camera',
  'display-capture',
  'fullscreen',
  'microphone',
];

export function ZoomRoom({ visit, name, end, rejoin, close }: RoomProps<ZoomVisit>) {
  const { state, problem, isSigned, leave, onFrame } = useZoomRoom(visit);
  const trackAccess = useTrackAccess();
  const onJoined = useEffectEvent(() => trackAccess());
  const isJoined = state.phase === 'joined';
  useEffect(() => {
    if (isJoined) onJoined();
  }, [isJoined]);
  if (problem !== undefined) return <ZoomProblemNotice problem={problem} link={visit.link} rejoin={rejoin} />;
  return (
    <MeetingRoom state={state} leave={leave} link={visit.link} end={end} rejoin={rejoin} close={close}>
      {isSigned ? (
        <Frame
          url={location.origin + zoomPagePath}
          // What may be slow here is this server.
          address={location.href}
          name={name}
          sandbox={undefined}
          permissions={permissions}
          shape="film"
          onRetry={rejoin ?? leave}
          onFrame={onFrame}
        />
      ) : (
        <Skeleton className="size-full rounded-card" />
      )}
    </MeetingRoom>
  );
}
