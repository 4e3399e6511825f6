/** What chat needs of others; passed by app.ts. */
import type { Architecture, OperatingMode } from '@foyer/contract';

export interface Described {
  readonly name: string;
  readonly host: boolean;
  readonly picture?: string | undefined;
}

/** Who people are, by the ids of their accounts; whoever is deleted or blocked is not among them. */
export type DescribePeople = (accountIds: readonly string[]) => Promise<ReadonlyMap<string, Described>>;

export interface StandingRoom {
  readonly guestsMayWrite: boolean;
}

/** The standing rooms that the venue of a mode has at this moment (CHAT-11). */
export interface StandingRooms {
  readonly architectureId: string;
  readonly areas: ReadonlyMap<string, StandingRoom>;
  readonly global: StandingRoom | undefined;
}

/** Undefined while there is no venue. */
export type FindStandingRooms = (mode: OperatingMode) => StandingRooms | undefined;

export interface ChatPorts {
  readonly describe: DescribePeople;
  /** What a mode shows at this moment; undefined while it shows nothing. */
  readonly shownArchitecture: (mode: OperatingMode) => Architecture | undefined;
}
