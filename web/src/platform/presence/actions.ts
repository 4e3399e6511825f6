/** What a person does with presence. */
import type { PresenceChoice } from '@foyer/contract';
import type { AttendeeService } from '../backend/backend.ts';
import { openSession } from '../session/sessionLoader.ts';

const service = async (): Promise<AttendeeService> => (await openSession()).backend.attendees();

/** Whose records are told from now on: everybody's while a list of them is open. */
export async function watchPresence(scope: 'area' | 'everyone'): Promise<void> {
  (await service()).watch(scope);
}

/**
 * How one appears to the others from now on, on every device.
 * @throws ApiError where it was refused or could not be said
 */
export async function choosePresence(choice: PresenceChoice): Promise<void> {
  await (await service()).choose(choice);
}
