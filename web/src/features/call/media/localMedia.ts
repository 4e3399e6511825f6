/** One's own microphone, camera and screen: asked for, switched on and off, and let go of again. */
import type { CallMedia } from '@foyer/contract';
import { create } from 'zustand';
import { browserStorage } from '../../../platform/storage/browserStorage.ts';
import type { Sent } from '../engine/engine.ts';
import { mediaFaultOf, type MediaFault } from './mediaFault.ts';

export type Kind = 'microphone' | 'camera';

export interface LocalMedia {
  /** The browser asks whether it may. */
  readonly isAsking: boolean;
  readonly audio: MediaStreamTrack | undefined;
  readonly video: MediaStreamTrack | undefined;
  readonly screen: MediaStream | undefined;
  readonly isMuted: boolean;
  readonly faults: Readonly<Partial<Record<Kind | 'screen', MediaFault>>>;
  readonly devices: readonly MediaDeviceInfo[];
}

const none: LocalMedia = {
  isAsking: false,
  audio: undefined,
  video: undefined,
  screen: undefined,
  isMuted: false,
  faults: {},
  devices: [],
};

export const useLocalMedia = create<LocalMedia>(() => none);
const set = useLocalMedia.setState;
const get = useLocalMedia.getState;

/** Raised whenever all is let go of: what was asked for before comes too late. */
let round = 0;

export const chosenDevice = (kind: Kind): string => browserStorage.get(`foyer.${kind}`) ?? '';

/** `exact`: of one that is only wished for Chromium takes no notice. */
type Will = 'exact' | 'ideal';
const deviceOf = (kind: Kind, will: Will): MediaTrackConstraints => {
  const deviceId = chosenDevice(kind);
  return deviceId === '' ? {} : { deviceId: { [will]: deviceId } };
};
const constraintsOf = (kind: Kind, will: Will): MediaStreamConstraints =>
  kind === 'microphone'
    ? { audio: { ...deviceOf(kind, will), echoCancellation: true, noiseSuppression: true } }
    : { video: { ...deviceOf(kind, will), width: { ideal: 1280 }, height: { ideal: 720 } } };

export const sent = ({ audio, video, screen }: LocalMedia): Sent => ({ audio, video, screen });

export const heardAndSeen = ({ audio, video, screen, isMuted }: LocalMedia): CallMedia => ({
  microphone: audio !== undefined && !isMuted,
  camera: video !== undefined,
  screen: screen !== undefined,
});

const fault = (kind: Kind | 'screen', why: MediaFault | undefined): void =>
  set(({ faults }) => {
    const { [kind]: _before, ...rest } = faults;
    return { faults: why === undefined ? rest : { ...rest, [kind]: why } };
  });

async function listDevices(): Promise<void> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  set({ devices: devices.filter(({ deviceId }) => deviceId !== '') });
}

/** Those of which the browser does not say that they are refused. */
async function notRefused(kinds: readonly Kind[]): Promise<readonly Kind[]> {
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

/** One that was taken by itself and ends sooner does not work either: no other is taken after it. */
const steadyMs = 3_000;
let isTakingAnother = false;

/** Unplugged, or taken back by the browser. Whoever pulls out a headset speaks on by the microphone that is left. */
async function lose(kind: Kind, isHopeless: boolean): Promise<void> {
  const asked = round;
  set({ [kind === 'microphone' ? 'audio' : 'video']: undefined });
  fault(kind, 'problem');
  await listDevices().catch(() => undefined);
  if (kind === 'camera' || isHopeless) return;
  const again = await notRefused([kind]);
  if (asked !== round || again.length === 0 || get().audio) return;
  isTakingAnother = true;
  await askFor(again);
  isTakingAnother = false;
}

function hold(kind: Kind, track: MediaStreamTrack): void {
  const slot = kind === 'microphone' ? 'audio' : 'video';
  get()[slot]?.stop();
  if (kind === 'microphone') track.enabled = !get().isMuted;
  set({ [slot]: track });
  fault(kind, undefined);
  const since = performance.now();
  const isAnother = isTakingAnother;
  track.addEventListener('ended', () => {
    if (get()[slot] === track) void lose(kind, isAnother && performance.now() - since < steadyMs);
  });
}

const stopAll = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** The chosen ones; in place of one that is not there any more another. */
async function take(kinds: readonly Kind[]): Promise<MediaStream> {
  const { mediaDevices } = navigator;
  const ask = (isHere: (deviceId: string) => boolean) => {
    const constraints = kinds.map((kind) =>
      constraintsOf(kind, isHere(chosenDevice(kind)) ? 'exact' : 'ideal'),
    );
    return mediaDevices.getUserMedia(Object.assign({}, ...constraints) as MediaStreamConstraints);
  };
  try {
    return await ask(() => true);
  } catch (why) {
    if (!(why instanceof Error && why.name === 'OverconstrainedError')) throw why;
    const here = new Set((await mediaDevices.enumerateDevices()).map(({ deviceId }) => deviceId));
    return ask((deviceId) => here.has(deviceId));
  }
}

async function open(kinds: readonly Kind[]): Promise<void> {
  const asked = round;
  // A page that did not come over https has no devices.
  if (!('mediaDevices' in navigator)) throw new DOMException('no devices here', 'NotFoundError');
  const stream = await take(kinds);
  if (asked !== round) return stopAll(stream);
  for (const track of stream.getTracks()) hold(track.kind === 'audio' ? 'microphone' : 'camera', track);
}

/**
 * Asks for these at once, and where that cannot be for each by itself: without a camera there is still a voice.
 * Never rejects: what is not there stands in `faults`.
 */
export async function askFor(kinds: readonly Kind[]): Promise<void> {
  const asked = round;
  set({ isAsking: true });
  const failed = async (why: unknown): Promise<void> => {
    const reason = mediaFaultOf(why);
    for (const kind of kinds) fault(kind, reason);
    if (kinds.length === 1) return;
    // Where nobody said which of them is refused, a second question would be one too many.
    const apart = reason === 'denied' ? await notRefused(kinds) : kinds;
    if (reason === 'denied' && apart.length === kinds.length) return;
    for (const kind of apart) await open([kind]).catch((each: unknown) => fault(kind, mediaFaultOf(each)));
  };
  await open(kinds).catch(failed);
  if (asked !== round) return;
  await listDevices().catch(() => undefined);
  if (asked === round) set({ isAsking: false });
}

/** A camera that is off is let go of: its light goes out. */
export async function switchCamera(on: boolean): Promise<void> {
  if (on) return askFor(['camera']);
  get().video?.stop();
  set({ video: undefined });
}

export async function switchMicrophone(on: boolean): Promise<void> {
  const { audio } = get();
  set({ isMuted: !on });
  if (audio) audio.enabled = on;
  else if (on) await askFor(['microphone']);
}

export async function chooseDevice(kind: Kind, deviceId: string): Promise<void> {
  browserStorage.set(`foyer.${kind}`, deviceId);
  await askFor([kind]);
}

export const canShareScreen = (): boolean =>
  'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;

export function stopScreen(): void {
  const { screen } = get();
  if (screen) stopAll(screen);
  set({ screen: undefined });
}

/** Whoever thinks better of it shares nothing. */
export async function shareScreen(): Promise<void> {
  const asked = round;
  try {
    const screen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
    if (asked !== round) return stopAll(screen);
    screen.getVideoTracks()[0]?.addEventListener('ended', stopScreen);
    set({ screen });
    fault('screen', undefined);
  } catch (why) {
    if (mediaFaultOf(why) === 'problem') fault('screen', 'problem');
  }
}

const listAgain = (): void => void listDevices().catch(() => undefined);

/** Follows what is plugged in and out. Returns what ends that and lets go of everything. */
export function followDevices(): () => void {
  navigator.mediaDevices?.addEventListener('devicechange', listAgain);
  return () => {
    navigator.mediaDevices?.removeEventListener('devicechange', listAgain);
    round += 1;
    const { audio, video, screen } = get();
    audio?.stop();
    video?.stop();
    if (screen) stopAll(screen);
    set(none);
  };
}
