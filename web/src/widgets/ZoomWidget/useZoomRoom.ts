/** A Zoom meeting in its frame: asks the server for a signature, and joins when the frame is ready. */
import { createZoomSignature, type ResponseOf } from '@foyer/contract';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { ApiError, call } from '../../platform/api/client.ts';
import { isAbort } from '../../platform/api/abort.ts';
import { zoomSdkVersion } from '../../platform/venue/isolation.ts';
import { entering, reduceMeeting, type MeetingState } from '../meetingRoom/meetingState.ts';
import type { JoinProblem } from './page/joinProblem.ts';
import type { JoinMessage, PageMessage } from './page/messages.ts';

/** `closed`: there is no such meeting now. `unreachable`: no signature for another reason. */
export type ZoomProblem = JoinProblem | 'closed' | 'unreachable';

/** Who joins which meeting. */
export interface ZoomVisit {
  /** The link of the meeting, for a new tab. */
  readonly link: string | undefined;
  readonly areaId: string;
  readonly widgetId: string;
  readonly configId: string;
  readonly userName: string;
  readonly userEmail: string | undefined;
  readonly language: string;
}

export interface ZoomRoom {
  readonly state: MeetingState;
  readonly problem: ZoomProblem | undefined;
  /** False until the frame may be loaded. */
  readonly isSigned: boolean;
  /** Leaves the meeting: its frame is removed. */
  readonly leave: () => void;
  readonly onFrame: (frame: HTMLIFrameElement | null) => void;
}

type Signature = ResponseOf<typeof createZoomSignature>;

const joinMessage = (
  { signature, meetingNumber, passcode = '' }: Signature,
  { userName, userEmail, language }: ZoomVisit,
): JoinMessage => ({
  join: {
    sdkVersion: zoomSdkVersion() ?? '',
    signature,
    meetingNumber,
    passcode,
    userName,
    userEmail,
    language,
  },
});

function useSignature(
  { areaId, widgetId, configId }: ZoomVisit,
  onProblem: (problem: ZoomProblem) => void,
): Signature | undefined {
  const [signature, setSignature] = useState<Signature>();
  useEffect(() => {
    const controller = new AbortController();
    const body = { areaId, widgetId, configId };
    // Not repeated: the page offers another try, and the link.
    call(createZoomSignature, { body, report: 'console', retry: false, signal: controller.signal }).then(
      setSignature,
      (error: unknown) => {
        if (!isAbort(error))
          onProblem(error instanceof ApiError && error.status === 404 ? 'closed' : 'unreachable');
      },
    );
    return () => controller.abort();
  }, [areaId, widgetId, configId, onProblem]);
  return signature;
}

/** @param visit must stay the same object */
export function useZoomRoom(visit: ZoomVisit): ZoomRoom {
  const [state, dispatch] = useReducer(reduceMeeting, entering);
  const [problem, setProblem] = useState<ZoomProblem>();
  const frame = useRef<HTMLIFrameElement | null>(null);
  /** Whether the page in the frame has said that it is ready. */
  const wasReady = useRef(false);
  const signature = useSignature(visit, setProblem);
  const leave = useCallback(() => dispatch({ kind: 'left', isRemoved: false }), []);

  // Before the page in the frame runs: it says only once that it is ready.
  useLayoutEffect(() => {
    if (!signature) return undefined;
    const onMessage = ({ source, origin, data }: MessageEvent<PageMessage>): void => {
      const page = frame.current?.contentWindow;
      if (!page || source !== page || origin !== location.origin) return;
      switch (data.zoom) {
        case 'ready':
          // After a meeting Zoom loads the page again.
          if (wasReady.current) leave();
          else page.postMessage(joinMessage(signature, visit), location.origin);
          wasReady.current = true;
          break;
        case 'joined':
          dispatch({ kind: 'joined' });
          break;
        case 'left':
          dispatch(data.ended ? { kind: 'ended' } : { kind: 'left', isRemoved: false });
          break;
        case 'failed':
          setProblem(data.problem);
      }
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [signature, visit, leave]);

  const onFrame = useCallback((element: HTMLIFrameElement | null) => {
    frame.current = element;
    // A call takes the frame away while the meeting is being entered; afterwards there is another one.
    wasReady.current = false;
  }, []);
  return { state, problem, isSigned: signature !== undefined, leave, onFrame };
}
