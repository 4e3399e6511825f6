/** What calls somebody who looks elsewhere: a sound, a notification of the browser. Both are off until they are chosen. */
import { create } from 'zustand';
import { browserStorage } from '../storage/browserStorage.ts';

const soundKey = 'foyer.chat.sound';
const notifyKey = 'foyer.chat.notify';

export interface Alerts {
  readonly sound: boolean;
  readonly notify: boolean;
}

const canNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted';

export const useAlerts = create<Alerts>(() => ({
  sound: browserStorage.get(soundKey) === 'on',
  notify: browserStorage.get(notifyKey) === 'on' && canNotify(),
}));

export function chooseSound(on: boolean): void {
  browserStorage.set(soundKey, on ? 'on' : 'off');
  useAlerts.setState({ sound: on });
  if (on) chime();
}

/**
 * Asks the browser where that was not done before: only after a press.
 * @returns false where the browser does not allow it
 */
export async function chooseNotifications(on: boolean): Promise<boolean> {
  const allowed =
    !on ||
    ('Notification' in window && (canNotify() || (await Notification.requestPermission()) === 'granted'));
  const notify = on && allowed;
  browserStorage.set(notifyKey, notify ? 'on' : 'off');
  useAlerts.setState({ notify });
  return allowed;
}

/** Two soft notes, one after the other. */
const notes = [
  { hertz: 659, at: 0 },
  { hertz: 880, at: 0.12 },
] as const;
const loudness = 0.06;
const noteSeconds = 0.35;

let sounds: AudioContext | undefined;

function chime(): void {
  sounds ??= new AudioContext();
  for (const { hertz, at } of notes) {
    const begin = sounds.currentTime + at;
    const tone = new OscillatorNode(sounds, { frequency: hertz });
    const level = new GainNode(sounds, { gain: 0 });
    level.gain.setValueAtTime(loudness, begin);
    level.gain.exponentialRampToValueAtTime(0.0001, begin + noteSeconds);
    tone.connect(level).connect(sounds.destination);
    tone.start(begin);
    tone.stop(begin + noteSeconds);
  }
}

export interface Call {
  readonly roomId: string;
  readonly title: string;
  readonly body: string;
  readonly run: () => void;
}

/** Calls by what was chosen. A room has one notification: the newest takes the place of the one before. */
export function alertTo({ roomId, title, body, run }: Call): void {
  const { sound, notify } = useAlerts.getState();
  if (sound) chime();
  if (!notify || !canNotify()) return;
  const notification = new Notification(title, { body, tag: `foyer-${roomId}` });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    run();
  });
}
