/** What presence needs from other features; app.ts passes it. */
import type { Details } from './entry.ts';

/** Details by account id. Deleted and blocked accounts are left out. */
export type DescribeUsers = (accountIds: readonly string[]) => Promise<ReadonlyMap<string, Details>>;

/** Whether presence is enabled at this venue (PRESENCE-01). */
export type IsPresenceActive = () => boolean;

export interface PresencePorts {
  readonly describe: DescribeUsers;
  readonly loginEnabled: () => boolean;
}
