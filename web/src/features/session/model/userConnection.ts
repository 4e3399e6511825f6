/** Everything that runs over the realtime connection while a user is logged in: area, publications, and what features add. */
import { connectExtensions } from '../../../extensions/connection.ts';
import type { AttendeeService } from '../../../platform/backend/backend.ts';
import { createAreaReporter } from '../../../platform/realtime/areaReporter.ts';
import { watchPublications } from '../../../platform/realtime/publications.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import type { Visit } from '../../../platform/visit/visit.ts';

export interface UserConnection {
  /** Writes the attendee's record with the current area (SESSION-09). */
  updateRecord(): Promise<void>;
  /** Removes the attendee's record before the sign-out (SESSION-05). */
  removeRecord(): Promise<void>;
  end(): void;
}

export function connectUser(visit: Visit, attendees: AttendeeService): UserConnection {
  const running = new AbortController();
  const signal = AbortSignal.any([running.signal, visit.signal]);
  const realtime = visit.get(createRealtime);
  const extensions = connectExtensions({ visit, attendees, signal });
  visit.get(createAreaReporter).start(signal);
  watchPublications(visit, signal);
  realtime.start();
  return {
    async updateRecord() {
      await Promise.all(extensions.map((extension) => extension.updateRecord()));
    },
    removeRecord: () => attendees.remove(),
    end() {
      realtime.stop();
      running.abort();
    },
  };
}
