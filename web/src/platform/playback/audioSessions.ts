/**
 * What uses the microphone and the speakers of this tab: calls, and meetings of other providers. What makes sounds or reloads
 * the page asks here, and does not know calls.
 */
import { create } from 'zustand';
import { untilAborted } from '../untilAborted.ts';

export interface AudioSession {
  readonly kind: 'call' | 'meeting';
  readonly leave: () => void;
}

export interface AudioSessions {
  readonly active: readonly AudioSession[];
}

export const useAudioSessions = create<AudioSessions>(() => ({ active: [] }));

/** @param signal aborted when the call or meeting has ended */
export function addAudioSession(session: AudioSession, signal: AbortSignal): void {
  useAudioSessions.setState(({ active }) => ({ active: [...active, session] }));
  untilAborted(signal, () =>
    useAudioSessions.setState(({ active }) => ({ active: active.filter((other) => other !== session) })),
  );
}

const has = ({ active }: AudioSessions, kind: AudioSession['kind']): boolean =>
  active.some((session) => session.kind === kind);

export const isInCall = (sessions: AudioSessions): boolean => has(sessions, 'call');
export const isInMeeting = (sessions: AudioSessions): boolean => has(sessions, 'meeting');

/** Whether the user talks with others in this tab: nothing else makes sounds then, and the page is not reloaded. */
export const isTalking = ({ active }: AudioSessions): boolean => active.length > 0;

export function leaveMeetings(): void {
  for (const { kind, leave } of useAudioSessions.getState().active) if (kind === 'meeting') leave();
}
