/** What calls somebody who looks elsewhere: a sound, a notification of the browser. Both are off until they are chosen. */
import { create } from 'zustand';
import { logWarning } from '../log.ts';
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
  if (on) void chime();
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

function play(context: AudioContext): void {
  for (const { hertz, at } of notes) {
    const begin = context.currentTime + at;
    const tone = new OscillatorNode(context, { frequency: hertz });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(loudness, begin);
    level.gain.exponentialRampToValueAtTime(0.0001, begin + noteSeconds);
    tone.connect(level).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + noteSeconds);
  }
}

/** Whoever writes and writes is heard this often. */
const chimeMs = 3_000;
let chimedAt = -Infinity;

/** A browser that waits for a press first plays nothing, and does not make up for it at the press. */
async function chime(): Promise<void> {
  const asked = performance.now();
  if (asked - chimedAt < chimeMs) return;
  chimedAt = asked;
  try {
    sounds ??= new AudioContext();
    await sounds.resume();
    if (performance.now() - asked < chimeMs) play(sounds);
  } catch {
    logWarning('GENERAL', 'this browser makes no sound');
  }
}

/** Some browsers of phones have notifications, and none that a page may make. */
function notificationOf(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    logWarning('GENERAL', 'this browser shows no notifications of pages');
    return undefined;
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
  if (sound) void chime();
  if (!notify || !canNotify()) return;
  const notification = notificationOf(title, { body, tag: `foyer-${roomId}` });
  notification?.addEventListener('click', () => {
    window.focus();
    notification.close();
    run();
  });
}
