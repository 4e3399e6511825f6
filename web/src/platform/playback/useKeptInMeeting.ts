import { useState } from 'react';
import { isInMeeting, useAudioSessions } from './audioSessions.ts';

/** While the user is in a meeting: the value from before. What is published meanwhile must not end the meeting. */
export function useKeptInMeeting<T>(value: T): T {
  const isKept = useAudioSessions(isInMeeting);
  const [kept, setKept] = useState(value);
  if (isKept) return kept;
  if (kept !== value) setKept(value);
  return value;
}
