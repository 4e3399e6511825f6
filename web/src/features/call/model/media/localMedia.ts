/** The user's own microphone, camera and screen: requests them, turns them on and off, and releases them. */
import type { CallMedia } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { browserStorage } from '../../../../platform/storage/browserStorage.ts';
import { untilAborted } from '../../../../platform/untilAborted.ts';
import type { LocalTracks } from '../engine/callEngine.ts';
import { mediaErrorOf, type MediaError } from './mediaError.ts';

export type DeviceKind = 'microphone' | 'camera';

export interface LocalMediaState {
  /** True while the browser asks the user for permission. */
  readonly isAsking: boolean;
  readonly audio: MediaStreamTrack | undefined;
  readonly video: MediaStreamTrack | undefined;
  readonly screen: MediaStream | undefined;
  readonly isMuted: boolean;
  readonly errors: Readonly<Partial<Record<DeviceKind | 'screen', MediaError>>>;
  readonly devices: readonly MediaDeviceInfo[];
}

const none: LocalMediaState = {
  isAsking: false,
  audio: undefined,
  video: undefined,
  screen: undefined,
  isMuted: false,
  errors: {},
  devices: [],
};

const chosenDevice = (kind: DeviceKind): string => browserStorage.get(`foyer.${kind}`) ?? '';

/** Chromium ignores an `ideal` device id, so the chosen device is requested as `exact` first. */
type ConstraintMode = 'exact' | 'ideal';
const deviceConstraint = (kind: DeviceKind, mode: ConstraintMode): MediaTrackConstraints => {
  const deviceId = chosenDevice(kind);
  return deviceId === '' ? {} : { deviceId: { [mode]: deviceId } };
};
const mediaConstraints = (kind: DeviceKind, mode: ConstraintMode): MediaStreamConstraints =>
  kind === 'microphone'
    ? { audio: { ...deviceConstraint(kind, mode), echoCancellation: true, noiseSuppression: true } }
    : { video: { ...deviceConstraint(kind, mode), width: { ideal: 1280 }, height: { ideal: 720 } } };

export const toLocalTracks = ({ audio, video, screen }: LocalMediaState): LocalTracks => ({
  audio,
  video,
  screen,
});

export const toCallMedia = ({ audio, video, screen, isMuted }: LocalMediaState): CallMedia => ({
  microphone: audio !== undefined && !isMuted,
  camera: video !== undefined,
  screen: screen !== undefined,
});

/** The kinds that the browser does not report as denied. */
async function withoutDenied(kinds: readonly DeviceKind[]): Promise<readonly DeviceKind[]> {
  const states = await Promise.all(
    kinds.map(async (name) => {
      try {
        return (await navigator.permissions.query({ name })).state;
      } catch {
        return 'denied';
      }
    }),
  );
  return kinds.filter((_kind, index) => states[index] !== 'denied');
}

const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Requests the chosen devices; a chosen device that is no longer plugged in is replaced with another one. */
async function getChosenMedia(kinds: readonly DeviceKind[]): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  const request = (isAvailable: (deviceId: string) => boolean) => {
    const constraints = kinds.map((kind) =>
      mediaConstraints(kind, isAvailable(chosenDevice(kind)) ? 'exact' : 'ideal'),
    );
    return mediaDevices.getUserMedia(Object.assign({}, ...constraints) as MediaStreamConstraints);
  };
  try {
    return await request(() => true);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'OverconstrainedError')) throw error;
    const available = new Set((await mediaDevices.enumerateDevices()).map(({ deviceId }) => deviceId));
    return request((deviceId) => available.has(deviceId));
  }
}

/** A microphone that replaced a lost one and ends within this time does not work: it is not replaced again. */
const replacementMinMs = 3_000;

export const canShareScreen = (): boolean =>
  'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;

/** The devices of one call after the other. Without a call its state is empty and requests release what they get. */
export class LocalMedia {
  readonly store: StoreApi<LocalMediaState> = createStore(() => none);
  /** Of the current call. */
  private signal: AbortSignal = AbortSignal.abort();

  /** @param signal of the call; when it is aborted, all devices are released */
  open(signal: AbortSignal): void {
    this.signal = signal;
    const listDevices = (): void => void this.listDevices(signal).catch(() => undefined);
    navigator.mediaDevices?.addEventListener('devicechange', listDevices, { signal });
    untilAborted(signal, () => {
      const { audio, video, screen } = this.state;
      audio?.stop();
      video?.stop();
      if (screen) stopAll(screen);
      this.store.setState(none);
    });
  }

  get state(): LocalMediaState {
    return this.store.getState();
  }

  /**
   * Requests all kinds together and, if that fails, each kind separately, so that a missing camera does not cost the
   * microphone. Never rejects: failures are in `errors`.
   */
  async request(kinds: readonly DeviceKind[], isReplacement = false): Promise<void> {
    const { signal } = this;
    if (signal.aborted) return;
    this.store.setState({ isAsking: true });
    const fail = (kind: DeviceKind, error: unknown): void => {
      if (!signal.aborted) this.setError(kind, mediaErrorOf(error));
    };
    const requestSeparately = async (cause: unknown): Promise<void> => {
      const reason = mediaErrorOf(cause);
      for (const kind of kinds) fail(kind, cause);
      if (kinds.length === 1) return;
      // If the browser does not say which kind was denied, the user is not asked again.
      const retried = reason === 'denied' ? await withoutDenied(kinds) : kinds;
      if (reason === 'denied' && retried.length === kinds.length) return;
      for (const kind of retried) {
        if (signal.aborted) return;
        await this.openDevices([kind], signal, isReplacement).catch((each: unknown) => fail(kind, each));
      }
    };
    await this.openDevices(kinds, signal, isReplacement).catch(requestSeparately);
    if (signal.aborted) return;
    await this.listDevices(signal).catch(() => undefined);
    if (!signal.aborted) this.store.setState({ isAsking: false });
  }

  /** Releases a camera that is turned off, so that its light goes out. */
  async switchCamera(on: boolean): Promise<void> {
    if (on) return this.request(['camera']);
    this.state.video?.stop();
    this.store.setState({ video: undefined });
  }

  async switchMicrophone(on: boolean): Promise<void> {
    const { audio } = this.state;
    this.store.setState({ isMuted: !on });
    if (audio) audio.enabled = on;
    else if (on) await this.request(['microphone']);
  }

  async choose(kind: DeviceKind, deviceId: string): Promise<void> {
    browserStorage.set(`foyer.${kind}`, deviceId);
    await this.request([kind]);
  }

  /** Asks the user which screen to share. Does nothing if the user cancels. */
  async shareScreen(): Promise<void> {
    const { signal } = this;
    if (signal.aborted) return;
    try {
      const screen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
      if (signal.aborted) return stopAll(screen);
      if (this.state.screen) stopAll(this.state.screen);
      screen.getVideoTracks()[0]?.addEventListener('ended', () => {
        if (this.state.screen === screen) this.stopScreen();
      });
      this.store.setState({ screen });
      this.setError('screen', undefined);
    } catch (error) {
      if (!signal.aborted && mediaErrorOf(error) === 'problem') this.setError('screen', 'problem');
    }
  }

  stopScreen(): void {
    const { screen } = this.state;
    if (screen) stopAll(screen);
    this.store.setState({ screen: undefined });
  }

  private setError(kind: DeviceKind | 'screen', error: MediaError | undefined): void {
    this.store.setState(({ errors }) => {
      const { [kind]: _previous, ...rest } = errors;
      return { errors: error === undefined ? rest : { ...rest, [kind]: error } };
    });
  }

  private async listDevices(signal: AbortSignal): Promise<void> {
    const devices = await navigator.mediaDevices.enumerateDevices();
    if (!signal.aborted) this.store.setState({ devices: devices.filter(({ deviceId }) => deviceId !== '') });
  }

  private async openDevices(
    kinds: readonly DeviceKind[],
    signal: AbortSignal,
    isReplacement: boolean,
  ): Promise<void> {
    // Browsers only provide `mediaDevices` over HTTPS.
    if (!('mediaDevices' in navigator))
      throw new DOMException('navigator.mediaDevices is not available', 'NotFoundError');
    const stream = await getChosenMedia(kinds);
    if (signal.aborted) return stopAll(stream);
    for (const track of stream.getTracks())
      this.setTrack(track.kind === 'audio' ? 'microphone' : 'camera', track, isReplacement);
  }

  private setTrack(kind: DeviceKind, track: MediaStreamTrack, isReplacement: boolean): void {
    const slot = kind === 'microphone' ? 'audio' : 'video';
    this.state[slot]?.stop();
    if (kind === 'microphone') track.enabled = !this.state.isMuted;
    this.store.setState({ [slot]: track });
    this.setError(kind, undefined);
    const since = performance.now();
    track.addEventListener('ended', () => {
      if (this.state[slot] === track)
        void this.handleLostDevice(kind, isReplacement && performance.now() - since < replacementMinMs);
    });
  }

  /**
   * Called when a device was unplugged or the browser has ended its track. Replaces a microphone with another one: others
   * still hear a user who has unplugged a headset.
   */
  private async handleLostDevice(kind: DeviceKind, noRetry: boolean): Promise<void> {
    const { signal } = this;
    this.store.setState({ [kind === 'microphone' ? 'audio' : 'video']: undefined });
    this.setError(kind, 'problem');
    await this.listDevices(signal).catch(() => undefined);
    if (kind === 'camera' || noRetry) return;
    const allowed = await withoutDenied([kind]);
    if (signal.aborted || allowed.length === 0 || this.state.audio) return;
    await this.request(allowed, true);
  }
}
