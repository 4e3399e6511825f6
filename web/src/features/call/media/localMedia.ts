/** The user's own microphone, camera and screen: requests them, turns them on and off, and releases them. */
import type { CallMedia } from '@foyer/contract';
import { create } from 'zustand';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';
import type { LocalTracks } from '../engine/callEngine.ts';
import { mediaErrorOf, type MediaError } from './mediaError.ts';

export type DeviceKind = 'microphone' | 'camera';

export interface LocalMedia {
  /** True while the browser asks the user for permission. */
  readonly isAsking: boolean;
  readonly audio: MediaStreamTrack | undefined;
  readonly video: MediaStreamTrack | undefined;
  readonly screen: MediaStream | undefined;
  readonly isMuted: boolean;
  readonly errors: Readonly<Partial<Record<DeviceKind | 'screen', MediaError>>>;
  readonly devices: readonly MediaDeviceInfo[];
}

const none: LocalMedia = {
  isAsking: false,
  audio: undefined,
  video: undefined,
  screen: undefined,
  isMuted: false,
  errors: {},
  devices: [],
};

export const useLocalMedia = create<LocalMedia>(() => none);
const set = useLocalMedia.setState;
const get = useLocalMedia.getState;

/** Incremented when all devices are released: results of requests from before are discarded. */
let generation = 0;

export const chosenDevice = (kind: DeviceKind): string => browserStorage.get(`foyer.${kind}`) ?? '';

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

export const toLocalTracks = ({ audio, video, screen }: LocalMedia): LocalTracks => ({
  audio,
  video,
  screen,
});

export const toCallMedia = ({ audio, video, screen, isMuted }: LocalMedia): CallMedia => ({
  microphone: audio !== undefined && !isMuted,
  camera: video !== undefined,
  screen: screen !== undefined,
});

const setError = (kind: DeviceKind | 'screen', error: MediaError | undefined): void =>
  set(({ errors }) => {
    const { [kind]: _previous, ...rest } = errors;
    return { errors: error === undefined ? rest : { ...rest, [kind]: error } };
  });

async function listDevices(): Promise<void> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  set({ devices: devices.filter(({ deviceId }) => deviceId !== '') });
}

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

/** A microphone that replaced a lost one and ends within this time does not work: it is not replaced again. */
const replacementMinMs = 3_000;
let isReplacing = false;

/**
 * Called when a device was unplugged or the browser has ended its track. Replaces a microphone with another one, so that
 * the user who unplugs a headset can still be heard.
 */
async function handleLostDevice(kind: DeviceKind, noRetry: boolean): Promise<void> {
  const startedIn = generation;
  set({ [kind === 'microphone' ? 'audio' : 'video']: undefined });
  setError(kind, 'problem');
  await listDevices().catch(() => undefined);
  if (kind === 'camera' || noRetry) return;
  const allowed = await withoutDenied([kind]);
  if (startedIn !== generation || allowed.length === 0 || get().audio) return;
  isReplacing = true;
  await requestDevices(allowed);
  isReplacing = false;
}

function setTrack(kind: DeviceKind, track: MediaStreamTrack): void {
  const slot = kind === 'microphone' ? 'audio' : 'video';
  get()[slot]?.stop();
  if (kind === 'microphone') track.enabled = !get().isMuted;
  set({ [slot]: track });
  setError(kind, undefined);
  const since = performance.now();
  const isReplacement = isReplacing;
  track.addEventListener('ended', () => {
    if (get()[slot] === track)
      void handleLostDevice(kind, isReplacement && performance.now() - since < replacementMinMs);
  });
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

async function openDevices(kinds: readonly DeviceKind[]): Promise<void> {
  const startedIn = generation;
  // Browsers only provide `mediaDevices` over HTTPS.
  if (!('mediaDevices' in navigator))
    throw new DOMException('navigator.mediaDevices is not available', 'NotFoundError');
  const stream = await getChosenMedia(kinds);
  if (startedIn !== generation) return stopAll(stream);
  for (const track of stream.getTracks()) setTrack(track.kind === 'audio' ? 'microphone' : 'camera', track);
}

/**
 * Requests all kinds together and, if that fails, each kind separately, so that a missing camera does not cost the
 * microphone. Never rejects: failures are in `errors`.
 */
export async function requestDevices(kinds: readonly DeviceKind[]): Promise<void> {
  const startedIn = generation;
  set({ isAsking: true });
  const requestSeparately = async (cause: unknown): Promise<void> => {
    const reason = mediaErrorOf(cause);
    for (const kind of kinds) setError(kind, reason);
    if (kinds.length === 1) return;
    // If the browser does not say which kind was denied, the user is not asked again.
    const retried = reason === 'denied' ? await withoutDenied(kinds) : kinds;
    if (reason === 'denied' && retried.length === kinds.length) return;
    for (const kind of retried)
      await openDevices([kind]).catch((each: unknown) => setError(kind, mediaErrorOf(each)));
  };
  await openDevices(kinds).catch(requestSeparately);
  if (startedIn !== generation) return;
  await listDevices().catch(() => undefined);
  if (startedIn === generation) set({ isAsking: false });
}

/** Releases a camera that is turned off, so that its light goes out. */
export async function switchCamera(on: boolean): Promise<void> {
  if (on) return requestDevices(['camera']);
  get().video?.stop();
  set({ video: undefined });
}

export async function switchMicrophone(on: boolean): Promise<void> {
  const { audio } = get();
  set({ isMuted: !on });
  if (audio) audio.enabled = on;
  else if (on) await requestDevices(['microphone']);
}

export async function chooseDevice(kind: DeviceKind, deviceId: string): Promise<void> {
  browserStorage.set(`foyer.${kind}`, deviceId);
  await requestDevices([kind]);
}

export const canShareScreen = (): boolean =>
  'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;

export function stopScreen(): void {
  const { screen } = get();
  if (screen) stopAll(screen);
  set({ screen: undefined });
}

/** Asks the user which screen to share. Does nothing if the user cancels. */
export async function shareScreen(): Promise<void> {
  const startedIn = generation;
  try {
    const screen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
    if (startedIn !== generation) return stopAll(screen);
    screen.getVideoTracks()[0]?.addEventListener('ended', stopScreen);
    set({ screen });
    setError('screen', undefined);
  } catch (error) {
    if (mediaErrorOf(error) === 'problem') setError('screen', 'problem');
  }
}

const refreshDevices = (): void => void listDevices().catch(() => undefined);

/** Updates the list of devices when one is plugged in or out. Returns a function that stops it and releases all devices. */
export function watchDevices(): () => void {
  navigator.mediaDevices?.addEventListener('devicechange', refreshDevices);
  return () => {
    navigator.mediaDevices?.removeEventListener('devicechange', refreshDevices);
    generation += 1;
    const { audio, video, screen } = get();
    audio?.stop();
    video?.stop();
    if (screen) stopAll(screen);
    set(none);
  };
}
