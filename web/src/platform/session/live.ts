/** What a tab shares with the others while somebody is here: the connection, where one is, publications, presence. */
import type { AttendeeService } from '../backend/backend.ts';
import { attend } from '../presence/attendance.ts';
import { keepTellingArea } from '../realtime/areaTold.ts';
import { hearPublications } from '../realtime/publications.ts';
import { realtime } from '../realtime/realtime.ts';

export interface Live {
  /** Writes the attendee's record anew, for the area that one is in now (SESSION-09). */
  updateRecord(): Promise<void>;
  /** Takes it away, before one signs out (SESSION-05). */
  removeRecord(): Promise<void>;
  end(): void;
}

export function goLive(attendees: AttendeeService): Live {
  const attendance = attend(attendees);
  const ends = [keepTellingArea(), hearPublications(), () => attendance.end()];
  realtime.start();
  return {
    updateRecord: () => attendance.updateRecord(),
    removeRecord: () => attendees.remove(),
    end() {
      realtime.stop();
      for (const end of ends) end();
    },
  };
}
