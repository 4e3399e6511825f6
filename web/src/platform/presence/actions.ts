/** What a person does with presence. */
import type { PresenceChoice } from '@foyer/contract';
import type { AttendeeService } from '../backend/backend.ts';
import { loadSession } from '../session/sessionLoader.ts';

const service = async (): Promise<AttendeeService> => (await loadSession()).backend.attendees();

/** Whose records are told from now on: everybody's while a list of them is open. */
export async function setPresenceScope(scope: 'area' | 'everyone'): Promise<void> {
  (await service()).setScope(scope);
}

/**
 * How one appears to the others from now on, on every device.
 * @throws ApiError where it was refused or could not be said
 */
export async function setStatus(choice: PresenceChoice): Promise<void> {
  await (await service()).setStatus(choice);
}
