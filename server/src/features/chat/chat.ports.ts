/** What chat needs of others; wired in app.chat.ts. */
import type { OperatingMode } from '@foyer/contract';

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
