/**
 * The sound that plays across areas (WIDGET-11), for its playlist and its controls. The player (`pagePlayer.ts`), which
 * changes it, is downloaded with the first playlist.
 */
import type { AnalyticsSubjectOf, Asset, LocalizedAsset, LocalizedText } from '@foyer/contract';
import { create } from 'zustand';

export interface Sound {
  readonly id: string;
  readonly names: readonly LocalizedText[];
  readonly assets: readonly LocalizedAsset[];
}

export interface Playlist {
  /** Unique in the venue. */
  readonly id: string;
  /** Of the venue: the sound stops when the user leaves it. */
  readonly architectureId: string;
  readonly names: readonly LocalizedText[] | undefined;
  /** If there is no name in the user's language. */
  readonly name: string;
  readonly sounds: readonly Sound[];
  /** What an access to one of its files is about. */
  readonly subject: AnalyticsSubjectOf<'widget'>;
}

/** `media`: another player of this tab, for example a film, has started. */
export type PauseReason = 'user' | 'call' | 'media' | 'otherTab';

export type Phase =
  /** It plays as soon as enough has been downloaded. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'paused'; readonly by: PauseReason }
  /** The browser plays nothing before the user presses a button. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'failed'; readonly reason: SoundFailure };

/** `gone`: the file does not exist. `unreachable`: no response while it should play; it goes on when the network is back. */
export type SoundFailure = 'gone' | 'unreachable' | 'unplayable';

export interface CurrentSound {
  readonly playlist: Playlist;
  /** The position of the sound in the playlist. */
  readonly index: number;
  /** Its file, also when the language or the venue changes: its position in another file would be wrong. */
  readonly asset: Asset | undefined;
  readonly phase: Phase;
  /** The position in the sound. */
  readonly seconds: number;
  /** Seconds; undefined until it is known. */
  readonly duration: number | undefined;
}

export interface SoundState {
  /** Null if the player is closed. */
  readonly current: CurrentSound | null;
  /** 1 is the normal speed. */
  readonly speed: number;
  /** 0 to 1: also while it is muted, for afterwards. */
  readonly volume: number;
  readonly isMuted: boolean;
}

export const initialSound: SoundState = { current: null, speed: 1, volume: 1, isMuted: false };

export const useSound = create<SoundState>(() => initialSound);

export const soundOf = ({ playlist, index }: CurrentSound): Sound | undefined => playlist.sounds[index];

/** Whether it plays, or will as soon as it can. */
export const isActive = ({ phase }: CurrentSound): boolean =>
  phase.kind === 'loading' || phase.kind === 'playing';
