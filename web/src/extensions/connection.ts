/**
 * Extensions of the realtime connection: `features/<name>/connection.extensions.ts` exports `extensions`. These files are
 * downloaded with the code that connects a user, before the connection opens, so that they receive its first events.
 */
import type { AttendeeService } from '../platform/backend/backend.ts';
import type { Visit } from '../platform/visit/visit.ts';

export interface ConnectionContext {
  readonly visit: Visit;
  readonly attendees: AttendeeService;
  /** Aborted when the user is disconnected. */
  readonly signal: AbortSignal;
}

export interface ConnectedExtension {
  /** Writes what the server stores about the user, after a change of the profile. */
  readonly updateRecord: () => Promise<void>;
}

export interface ConnectionExtensions {
  /** Called before the connection of a user opens. */
  readonly connect: (context: ConnectionContext) => ConnectedExtension;
}

const found = import.meta.glob<ConnectionExtensions>('../features/*/connection.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const connectExtensions = (context: ConnectionContext): readonly ConnectedExtension[] =>
  Object.values(found).map(({ connect }) => connect(context));
