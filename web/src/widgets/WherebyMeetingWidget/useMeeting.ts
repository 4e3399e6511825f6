/** The state of a Whereby room in a frame. */
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { entering, reduceMeeting, type MeetingState } from '../meetingRoom/meetingState.ts';
import { readMeetingMessage } from './wherebyMessages.ts';

interface Meeting {
  readonly state: MeetingState;
  /** Leaves the room: its frame is removed. */
  readonly leave: () => void;
  readonly onFrame: (frame: HTMLIFrameElement | null) => void;
}

export function useMeeting(url: string): Meeting {
  const [state, dispatch] = useReducer(reduceMeeting, entering);
  const frame = useRef<HTMLIFrameElement | null>(null);
  const leave = useCallback(() => dispatch({ kind: 'left', isRemoved: false }), []);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      const message = readMeetingMessage(event, { url, window: frame.current?.contentWindow ?? null });
      if (message) dispatch(message);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [url]);

  const onFrame = useCallback((element: HTMLIFrameElement | null) => {
    frame.current = element;
  }, []);
  return { state, leave, onFrame };
}
