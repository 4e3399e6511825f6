/** Access policies of the venue's routes. */
import { anyone, designer, venueReader, type Caller, type Policy } from '#platform/http/route';

export const venuePolicy = {
  /** Every browser requests it, also before a login. */
  version: anyone,
  /** Imprint and privacy policy need no login (GUARD-12). */
  mandatoryPages: anyone,
  head: venueReader,
  read: venueReader,
  /** Saving, publishing, unpublishing, and everything about versions. */
  design: designer,
} as const satisfies Record<string, Policy>;

/** Replaces the name of a user whose account was deleted. */
export const deletedAccountName = 'deleted account';

/** The name under which a change is recorded. */
export function actorName(caller: Caller): string {
  if (caller.kind === 'operator') return caller.name;
  return caller.kind === 'account' ? caller.email : caller.kind;
}
