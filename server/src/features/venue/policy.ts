/** Who may do what with the venue; every route of the feature takes its policy from here. */
import { anyone, designer, venueReader, type Caller, type Policy } from '#platform/http/route';

export const venuePolicy = {
  /** Asked by every browser, also before a login. */
  version: anyone,
  /** Imprint and privacy policy need no login (GUARD-12). */
  mandatoryPages: anyone,
  head: venueReader,
  read: venueReader,
  /** Saving, publishing, unpublishing, and everything about versions. */
  design: designer,
} as const satisfies Record<string, Policy>;

/** What stands in place of the name of somebody whose account was deleted. */
export const nobodysName = 'deleted account';

/** The name a change is written down under. */
export function nameOf(caller: Caller): string {
  if (caller.kind === 'operator') return caller.name;
  return caller.kind === 'account' ? caller.email : caller.kind;
}
