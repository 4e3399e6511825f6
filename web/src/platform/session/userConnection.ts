/** Everything that runs over the realtime connection while a user is logged in: area, publications, presence. */
import type { AttendeeService } from '../backend/backend.ts';
import { startAttendance } from '../presence/attendance.ts';
import { startAreaReporter } from '../realtime/areaReporter.ts';
import { watchPublications } from '../realtime/publications.ts';
import { realtime } from '../realtime/realtime.ts';

export interface UserConnection {
  /** Writes the attendee's record with the current area (SESSION-09). */
  updateRecord(): Promise<void>;
  /** Removes the attendee's record before the sign-out (SESSION-05). */
  removeRecord(): Promise<void>;
  end(): void;
}

export function connectUser(attendees: AttendeeService): UserConnection {
  const running = new AbortController();
  const { signal } = running;
  const attendance = startAttendance(attendees, signal);
  startAreaReporter(signal);
  watchPublications(signal);
  realtime.start();
  return {
    updateRecord: () => attendance.updateRecord(),
    removeRecord: () => attendees.remove(),
    end() {
      realtime.stop();
      running.abort();
    },
  };
}
