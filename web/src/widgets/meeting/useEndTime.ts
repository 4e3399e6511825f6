import { useTimeFormat } from '../../platform/i18n/useTimeFormat.ts';
import { endsSoon, type MeetingPhase } from './meetingPhase.ts';

/** In the last minutes of a meeting, the time at which it ends; undefined before. */
export function useEndTime(phase: MeetingPhase): string | undefined {
  const timeFormat = useTimeFormat();
  return endsSoon(phase) ? timeFormat().format(phase.endsAt) : undefined;
}
