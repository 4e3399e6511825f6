/** What profiles need of others; passed by app.ts. */
import type { Architecture, OperatingMode, UserProfileAttribute } from '@foyer/contract';
import type { Accounts } from '#platform/identity';

/** Name, company and title belong to the account: tokens and lists of people are made of them. */
export type ProfileAccounts = Pick<Accounts, 'find' | 'findAll' | 'updateDetails'>;

/** The venue's own fields of profiles, undefined where no such architecture is shown in this mode. */
export type VenueAttributes = (
  mode: OperatingMode,
  architectureId: string,
) => Promise<readonly UserProfileAttribute[] | undefined>;

export interface ProfilePorts {
  readonly accounts: ProfileAccounts;
  /** Undefined where this mode shows no such architecture. */
  readonly findArchitecture: (
    mode: OperatingMode,
    architectureId: string,
  ) => Promise<Architecture | undefined>;
}
