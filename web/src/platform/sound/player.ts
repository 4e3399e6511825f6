/** Plays the sounds of a playlist with one audio element, and writes its state into `useSound`. */
import { isRetriedStatus } from '@foyer/contract/limits';
import type { Asset } from '@foyer/contract';
import { hasLostConnection } from '../assets/assetFailure.ts';
import { nextAttempt, type AssetAttempt } from '../assets/attempts.ts';
import { logWarning } from '../log.ts';
import { endPlayback, startPlayback, type Player } from '../playback/playback.ts';
import {
  isActive,
  soundOf,
  useSound,
  type CurrentSound,
  type PauseReason,
  type Phase,
  type Playlist,
  type Sound,
  type SoundFailure,
} from './soundState.ts';

/** What the player needs of an audio element. */
export type AudioElement = Pick<
  HTMLAudioElement,
  | 'src'
  | 'currentTime'
  | 'duration'
  | 'paused'
  | 'ended'
  | 'error'
  | 'playbackRate'
  | 'defaultPlaybackRate'
  | 'volume'
  | 'play'
  | 'pause'
  | 'load'
  | 'removeAttribute'
> & { addEventListener(type: string, listener: () => void): void };

export interface SoundPlayerDeps {
  readonly audio: AudioElement;
  /** Where the current user has left each file, in seconds. */
  readonly positions: () => Map<string, number>;
  readonly firstAttempt: () => AssetAttempt;
  /** The sound's file in the language of the interface. */
  readonly assetOf: (sound: Sound) => Asset | undefined;
  /** Undefined if the venue has no such file. */
  readonly urlOf: (asset: Asset | undefined, attempt: AssetAttempt) => Promise<string | undefined>;
  /** The HTTP status of a URL; 0 without a response. */
  readonly statusOf: (url: string) => Promise<number>;
  /** Called when a sound starts or goes on, for the other tabs and for analytics. */
  readonly onPlaying: (sound: CurrentSound) => void;
}

/** A sound that is this close to its end starts again from its beginning. */
const endSeconds = 1;

const keyOf = ({ id }: Playlist, sound: Sound | undefined): string => `${id} ${sound?.id}`;

const fileKeyOf = ({ playlist, index, asset }: Pick<CurrentSound, 'playlist' | 'index' | 'asset'>): string =>
  `${keyOf(playlist, playlist.sounds[index])} ${asset?.uri}`;

export class SoundPlayer {
  private readonly deps: SoundPlayerDeps;
  private readonly player: Player = { pause: (by) => this.pause(by) };
  /** The positions of the user who has started the current sound: the next user does not get its position. */
  private positions: Map<string, number>;
  private attempt: AssetAttempt;
  /** The URL in the audio element; undefined while the next one is being found. */
  private url: string | undefined;
  /** Counts the loads: what belongs to an earlier one is ignored. */
  private loads = 0;
  /** Whether the element has the position of the state, and so may change it. */
  private isReady = false;

  constructor(deps: SoundPlayerDeps) {
    this.deps = deps;
    this.positions = deps.positions();
    this.attempt = deps.firstAttempt();
    const { audio } = deps;
    audio.addEventListener('loadedmetadata', () => this.onMetadata());
    audio.addEventListener('durationchange', () => this.onDuration());
    audio.addEventListener('timeupdate', () => this.onTime());
    audio.addEventListener('playing', () => this.onPlaying());
    audio.addEventListener('waiting', () => this.onWaiting());
    audio.addEventListener('pause', () => this.onPause());
    audio.addEventListener('ended', () => this.onEnded());
    audio.addEventListener('error', () => void this.onError());
  }

  /** Plays a sound. If it is the current one: pauses it, or goes on. */
  press(playlist: Playlist, index: number): void {
    const { current } = useSound.getState();
    const isCurrent =
      current && keyOf(current.playlist, soundOf(current)) === keyOf(playlist, playlist.sounds[index]);
    if (isCurrent) this.toggle();
    else this.start(playlist, index);
  }

  toggle(): void {
    const { current } = useSound.getState();
    if (current && isActive(current)) this.pause('user');
    else this.resume();
  }

  /** Pauses a sound that plays or is about to. */
  pause(by: PauseReason): void {
    const { current } = useSound.getState();
    if (!current || !isActive(current)) return;
    this.setPhase({ kind: 'paused', by });
    this.deps.audio.pause();
    endPlayback(this.player);
  }

  /** Goes on after a pause; tries again after a failure. */
  resume(): void {
    const { current } = useSound.getState();
    if (!current) return;
    const { playlist, index, phase } = current;
    if (phase.kind === 'failed' && phase.reason !== 'unreachable') {
      // The venue may have another file now.
      this.start(playlist, index);
      return;
    }
    this.setPhase({ kind: 'loading' });
    startPlayback(this.player);
    if (phase.kind === 'failed') this.load(this.deps.firstAttempt());
    else if (this.url !== undefined) this.play();
  }

  /** The network may be back. */
  reconnect(): void {
    const phase = useSound.getState().current?.phase;
    if (phase?.kind === 'failed' && phase.reason === 'unreachable') this.resume();
  }

  next(): void {
    this.startNeighbour(1);
  }

  /** Goes back to the sound before; to the beginning of the first one. */
  previous(): void {
    if (useSound.getState().current?.index === 0) this.seekTo(0);
    else this.startNeighbour(-1);
  }

  seekBy(seconds: number): void {
    this.seekTo((useSound.getState().current?.seconds ?? 0) + seconds);
  }

  seekTo(target: number): void {
    const { current } = useSound.getState();
    if (!current) return;
    const seconds = Math.min(Math.max(target, 0), current.duration ?? Number.POSITIVE_INFINITY);
    // Until its length is known, this is where the sound will start.
    this.change({ seconds });
    if (this.isReady) this.deps.audio.currentTime = seconds;
  }

  setSpeed(speed: number): void {
    useSound.setState({ speed });
    // The default is what the next sound begins with.
    this.deps.audio.defaultPlaybackRate = speed;
    this.deps.audio.playbackRate = speed;
  }

  /** At 0 the sound is muted, and keeps the volume for afterwards. */
  setVolume(volume: number): void {
    useSound.setState({ isMuted: volume === 0, ...(volume > 0 && { volume }) });
    this.deps.audio.volume = volume;
  }

  setMuted(isMuted: boolean): void {
    useSound.setState({ isMuted });
    this.deps.audio.volume = isMuted ? 0 : useSound.getState().volume;
  }

  /** Stops and removes the sound. */
  close(): void {
    if (!useSound.getState().current) return;
    this.keepPosition();
    this.loads += 1;
    this.url = undefined;
    useSound.setState({ current: null });
    const { audio } = this.deps;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    endPlayback(this.player);
  }

  private startNeighbour(step: 1 | -1): void {
    const { current } = useSound.getState();
    if (current) this.start(current.playlist, current.index + step);
  }

  private start(playlist: Playlist, index: number): void {
    const sound = playlist.sounds[index];
    if (!sound) return;
    this.keepPosition();
    this.positions = this.deps.positions();
    const file = { playlist, index, asset: this.deps.assetOf(sound) };
    const seconds = this.positions.get(fileKeyOf(file)) ?? 0;
    useSound.setState({
      current: { ...file, phase: { kind: 'loading' }, seconds, duration: undefined },
    });
    startPlayback(this.player);
    this.deps.audio.pause();
    this.load(this.deps.firstAttempt());
  }

  /** Loads the current sound at its position, and plays it unless it is paused. */
  private load(attempt: AssetAttempt): void {
    const { current } = useSound.getState();
    if (!current) return;
    if (isActive(current)) this.setPhase({ kind: 'loading' });
    this.attempt = attempt;
    this.url = undefined;
    this.isReady = false;
    this.loads += 1;
    const load = this.loads;
    const find = async (): Promise<void> => {
      const url = await this.deps.urlOf(current.asset, attempt);
      if (load !== this.loads) return;
      if (url === undefined) {
        this.fail('gone');
        return;
      }
      this.url = url;
      this.deps.audio.src = url;
      if (useSound.getState().current?.phase.kind === 'loading') this.play();
    };
    find().catch(() => load === this.loads && this.fail('unreachable'));
  }

  private play(): void {
    const load = this.loads;
    this.deps.audio.play().catch((error: unknown) => {
      // Other errors are those of a sound that was paused or replaced meanwhile, or are reported as an event.
      const isRefused = error instanceof Error && error.name === 'NotAllowedError';
      if (!isRefused || load !== this.loads) return;
      this.setPhase({ kind: 'blocked' });
      endPlayback(this.player);
    });
  }

  private onMetadata(): void {
    const { current } = useSound.getState();
    if (!current) return;
    const { audio } = this.deps;
    this.onDuration();
    const isAtEnd = Number.isFinite(audio.duration) && current.seconds > audio.duration - endSeconds;
    if (isAtEnd) this.change({ seconds: 0 });
    else if (current.seconds > 0) audio.currentTime = current.seconds;
    this.isReady = true;
  }

  private onDuration(): void {
    const { duration } = this.deps.audio;
    if (Number.isFinite(duration)) this.change({ duration });
  }

  private onTime(): void {
    if (this.isReady) this.change({ seconds: this.deps.audio.currentTime });
  }

  private onPlaying(): void {
    const { current } = useSound.getState();
    if (!current || this.deps.audio.paused) return;
    // The signature is valid: when it expires, a new one may be requested once more.
    if (this.attempt.signature === 'fresh') this.attempt = { ...this.attempt, signature: 'cached' };
    this.setPhase({ kind: 'playing' });
    startPlayback(this.player);
    this.deps.onPlaying(current);
  }

  private onWaiting(): void {
    if (useSound.getState().current?.phase.kind === 'playing') this.setPhase({ kind: 'loading' });
  }

  /** The browser has paused it, for example because the headphones were unplugged. */
  private onPause(): void {
    const { audio } = this.deps;
    if (audio.paused && !audio.ended && useSound.getState().current?.phase.kind === 'playing')
      this.pause('user');
  }

  private onEnded(): void {
    const { current } = useSound.getState();
    // Not of a sound that was replaced at its very end, and not of a paused one that the user has moved there.
    if (!current || !this.isReady || !isActive(current)) return;
    this.change({ seconds: 0 });
    if (current.index + 1 < current.playlist.sounds.length) this.next();
    else this.pause('user');
  }

  private async onError(): Promise<void> {
    const { url, attempt, loads: load } = this;
    if (url === undefined || !useSound.getState().current) return;
    const isInterrupted = hasLostConnection(this.deps.audio);
    const status = await this.deps.statusOf(url);
    if (load !== this.loads) return;
    const next = nextAttempt(attempt, status);
    if (typeof next !== 'string') this.load(next);
    else if (next === 'fallback') this.fail('gone');
    else this.fail(isInterrupted || status === 0 || isRetriedStatus(status) ? 'unreachable' : 'unplayable');
  }

  private fail(reason: SoundFailure): void {
    const { current } = useSound.getState();
    if (!current) return;
    logWarning(
      'WIDGET',
      `sound ${soundOf(current)?.id} of ${current.playlist.id} cannot be played: ${reason}`,
    );
    // A paused sound does not start when the network is back.
    const isPaused = !isActive(current);
    this.setPhase({ kind: 'failed', reason: isPaused && reason === 'unreachable' ? 'unplayable' : reason });
    endPlayback(this.player);
  }

  private keepPosition(): void {
    const { current } = useSound.getState();
    if (!current) return;
    const key = fileKeyOf(current);
    if (current.seconds > 0) this.positions.set(key, current.seconds);
    else this.positions.delete(key);
  }

  private setPhase(phase: Phase): void {
    this.change({ phase });
  }

  private change(changes: Partial<CurrentSound>): void {
    useSound.setState(({ current }) => (current ? { current: { ...current, ...changes } } : {}));
  }
}
