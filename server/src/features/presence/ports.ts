/** What presence needs of others; passed by app.ts. */
import type { Details } from './entry.ts';

/** Who people are, by the ids of their accounts; whoever is deleted or blocked is not among them. */
export type DescribePeople = (accountIds: readonly string[]) => Promise<ReadonlyMap<string, Details>>;

/** Whether people see each other at all (PRESENCE-01). */
export type PresenceActive = () => boolean;

export interface PresencePorts {
  readonly describe: DescribePeople;
  readonly loginEnabled: () => boolean;
}
