/** How sound and pictures go to the others of a call: from browser to browser, or through a media server. */
import type { CallMember } from '@foyer/contract';

/** Somebody else's tab, as far as it is reached. */
export interface Remote {
  readonly state: 'connecting' | 'connected' | 'reconnecting' | 'failed';
  /** Voice and camera; whether anything is on it, the call tells. */
  readonly camera: MediaStream | undefined;
  readonly screen: MediaStream | undefined;
}

/** What one sends; undefined where there is nothing to send. */
export interface Sent {
  readonly audio: MediaStreamTrack | undefined;
  readonly video: MediaStreamTrack | undefined;
  readonly screen: MediaStream | undefined;
}

export type Remotes = ReadonlyMap<string, Remote>;

/** What an engine tells. */
export interface Heard {
  readonly changed: (remotes: Remotes) => void;
  /** None of the others has been reached for so long that it is no call any more. */
  readonly lost: () => void;
}

export interface CallEngine {
  /** Who else is in the call now. */
  meet(others: readonly CallMember[]): void;
  send(sent: Sent): void;
  /** The network is another one, or the signals of the last while may be lost. */
  renew(): void;
  close(): void;
}
