/** A call engine transports audio and video between participants: peer to peer, or through a media server. */
import type { CallParticipant } from '@foyer/contract';

/** The connection to another participant, and what is received from them. */
export interface RemoteParticipant {
  readonly state: 'connecting' | 'connected' | 'reconnecting' | 'failed';
  /** Microphone and camera. The tracks may be silent or black: `CallParticipant.media` says which are on. */
  readonly camera: MediaStream | undefined;
  readonly screen: MediaStream | undefined;
}

/** The tracks that this tab sends; undefined if off. */
export interface LocalTracks {
  readonly audio: MediaStreamTrack | undefined;
  readonly video: MediaStreamTrack | undefined;
  readonly screen: MediaStream | undefined;
}

/** By tab id. */
export type RemoteParticipants = ReadonlyMap<string, RemoteParticipant>;

export interface EngineDeps {
  /** Ends the engine. It may still call back once. */
  readonly signal: AbortSignal;
  readonly onChange: (remotes: RemoteParticipants) => void;
  /** No participant could be reached for so long that the engine has given up. */
  readonly onLost: () => void;
}

export interface CallEngine {
  /** Sets the other participants. */
  setParticipants(others: readonly CallParticipant[]): void;
  setTracks(tracks: LocalTracks): void;
  /** Re-establishes connections after the network has changed or signaling messages may have been lost. */
  reconnect(): void;
}
