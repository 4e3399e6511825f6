/** What profiles need of others; wired in app.ts. */
import type { OperatingMode, UserProfileAttribute } from '@foyer/contract';
import type { Account } from '#platform/identity';

/** Name, company and title belong to the account: tokens and lists of people are made of them. */
export interface ProfileAccounts {
  find(accountId: string): Promise<Account | undefined>;
  /** Changes those that are named; '' takes one away. */
  describe(
    accountId: string,
    changes: { readonly name?: string; readonly company?: string; readonly title?: string },
  ): Promise<void>;
}

/** The venue's own fields of profiles, undefined where no such architecture is shown in this mode. */
export type VenueAttributes = (
  mode: OperatingMode,
  architectureId: string,
) => Promise<readonly UserProfileAttribute[] | undefined>;
