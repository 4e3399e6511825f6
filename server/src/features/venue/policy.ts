/** Access policies of the venue's routes. */
import { anyone, designer, venueReader, type Policy } from '#platform/http/route';

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
