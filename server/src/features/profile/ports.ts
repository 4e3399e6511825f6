/** Dependencies on other features; app.ts passes them. */
import type { Architecture, OperatingMode, UserProfileAttribute } from '@foyer/contract';
import type { Accounts } from '#platform/identity';

/** Name, company and title are stored with the account, because tokens and lists of attendees contain them. */
export type ProfileAccounts = Pick<Accounts, 'find' | 'findAll' | 'updateDetails'>;

/** Loads the venue's own profile fields; undefined if the mode does not show the architecture. */
export type VenueAttributes = (
  mode: OperatingMode,
  architectureId: string,
) => Promise<readonly UserProfileAttribute[] | undefined>;

export interface ProfilePorts {
  readonly accounts: ProfileAccounts;
  /** Undefined if the mode does not show the architecture. */
  readonly findArchitecture: (
    mode: OperatingMode,
    architectureId: string,
  ) => Promise<Architecture | undefined>;
}
