/** What the players of background videos have in common. */
import type { FlatCamera } from '../camera/flatCamera.ts';
import type { LoadFailure } from './loadFailure.ts';

/** `none`: there is no video to pause or play. */
export type VideoState = 'none' | 'playing' | 'paused';

export interface VideoFailure {
  readonly url: string;
  readonly reason: LoadFailure;
}

export interface BackgroundPlayerProps {
  readonly url: string;
  readonly hasPoster: boolean;
  readonly camera: FlatCamera;
  /** Called when the picture is visible, or is not waited for. */
  readonly onReady: () => void;
  readonly onStateChange: (state: VideoState) => void;
  readonly onFailure: (failure: VideoFailure) => void;
}
