/** What chat needs of other features; passed by app.ts. */
import type { Architecture, OperatingMode } from '@foyer/contract';

export interface UserDescription {
  readonly name: string;
  readonly host: boolean;
  readonly picture?: string | undefined;
}

/** Describes users by their ids. Deleted and blocked accounts are missing in the result. */
export type DescribeUsers = (accountIds: readonly string[]) => Promise<ReadonlyMap<string, UserDescription>>;

/** Returns those of these users who have chosen to be invisible. */
export type FindInvisible = (userIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface ChatPorts {
  readonly describe: DescribeUsers;
  readonly findInvisible: FindInvisible;
  /** The architecture that a mode currently shows; undefined if it shows none. */
  readonly shownArchitecture: (mode: OperatingMode) => Architecture | undefined;
}
