/** The state of a Whereby room in a frame. */
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { responseTimeoutMs } from '../../platform/time/responseTimeout.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { entering, reduceMeeting, type MeetingState } from '../meetingRoom/meetingState.ts';
import { readMeetingMessage } from './wherebyMessages.ts';

interface Meeting {
  readonly state: MeetingState;
  /** Leaves the room: its frame is removed. */
  readonly leave: () => void;
  readonly onFrame: (frame: HTMLIFrameElement | null) => void;
  /** The frame shows its page, which may be an error page of the browser. */
  readonly onShow: () => void;
}

export function useMeeting(url: string): Meeting {
  const [state, dispatch] = useReducer(reduceMeeting, entering);
  const frame = useRef<HTMLIFrameElement | null>(null);
  const [isShown, setIsShown] = useState(false);
  const hasMessage = useRef(false);
  const leave = useCallback(() => dispatch({ kind: 'left', isRemoved: false }), []);
  // Before the page in the frame runs.
  useLayoutEffect(() => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      const message = readMeetingMessage(event, { url, window: frame.current?.contentWindow ?? null });
      if (!message) return;
      hasMessage.current = true;
      dispatch(message);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [url]);

  useEffect(() => {
    if (!isShown) return undefined;
    // A room sends its first message when it is ready.
    return runAfter(responseTimeoutMs, () => {
      if (!hasMessage.current) dispatch({ kind: 'noResponse' });
    });
  }, [isShown]);

  const onFrame = useCallback((element: HTMLIFrameElement | null) => {
    frame.current = element;
    // A call takes the frame away while the meeting is being entered; afterwards there is another one.
    hasMessage.current = false;
    setIsShown(false);
    if (element) dispatch({ kind: 'loading' });
  }, []);
  const onShow = useCallback(() => setIsShown(true), []);
  return { state, leave, onFrame, onShow };
}
