import type { RemoteParticipants } from './engine/callEngine.ts';

/** What is received from the other participants, and who speaks. It changes often. */
export interface CallStreams {
  readonly remotes: RemoteParticipants;
  /** Ids of the tabs that are speaking; the own tab is `ownStream`. */
  readonly speaking: ReadonlySet<string>;
  /** Level of the own microphone, 0 to 1. */
  readonly ownLevel: number;
}

export const noStreams: CallStreams = { remotes: new Map(), speaking: new Set(), ownLevel: 0 };
