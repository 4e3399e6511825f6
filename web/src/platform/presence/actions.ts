/** The user's presence commands. */
import type { ChosenPresence } from '@foyer/contract';
import type { AttendeeService } from '../backend/backend.ts';
import { loadSession } from '../session/sessionLoader.ts';
import { currentVisit } from '../visit/currentVisit.ts';

const service = async (): Promise<AttendeeService> => (await loadSession()).backend.attendees(currentVisit());

/** Sets whose records are received: everyone's while a list of them is open, else those of the current area. */
export async function setPresenceScope(scope: 'area' | 'everyone'): Promise<void> {
  (await service()).setScope(scope);
}

/** Sets which users' records are received in addition, in whichever area. */
export async function followUsers(userIds: readonly string[]): Promise<void> {
  (await service()).follow(userIds);
}

/**
 * Sets the user's status on all devices.
 * @throws ApiError if the server rejects it or does not reply
 */
export async function setStatus(choice: ChosenPresence): Promise<void> {
  await (await service()).setStatus(choice);
}
