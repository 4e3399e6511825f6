/** What calls somebody who looks elsewhere: a sound, a notification of the browser. Both are off until they are chosen. */
import { create } from 'zustand';
import { logWarning } from './log.ts';
import { browserStorage } from './storage/browserStorage.ts';

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

export function setSoundEnabled(on: boolean): void {
  browserStorage.set(soundKey, on ? 'on' : 'off');
  useAlerts.setState({ sound: on });
  // Whoever has pressed hears it, however long the browser takes.
  if (on) void sound(Infinity);
}

/**
 * Asks the browser where that was not done before: only after a press.
 * @returns false where the browser does not allow it
 */
export async function setNotificationsEnabled(on: boolean): Promise<boolean> {
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

async function sound(withinMs: number): Promise<void> {
  const asked = performance.now();
  chimedAt = asked;
  try {
    sounds ??= new AudioContext();
    await sounds.resume();
    if (performance.now() - asked < withinMs) play(sounds);
  } catch {
    logWarning('GENERAL', 'this browser makes no sound');
  }
}

/** A browser that waits for a press first plays nothing, and does not make up for it at the press. */
function chime(): void {
  if (performance.now() - chimedAt >= chimeMs) void sound(chimeMs);
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

export interface Alert {
  /** What the alert is about: a newer one of the same takes its place. */
  readonly topic: string;
  readonly title: string;
  readonly body?: string;
  /** Until it is pressed or taken away; else some browsers hide it after a moment. */
  readonly persistent?: boolean;
  /** What a press on it does, beside showing the page. */
  readonly onClick?: () => void;
}

/** Shows it beside the page, where that was chosen. Returns what takes it away again. */
export function showNotification({
  topic,
  title,
  body = '',
  persistent = false,
  onClick,
}: Alert): () => void {
  if (!useAlerts.getState().notify || !canNotify()) return () => undefined;
  const notification = notificationOf(title, { body, tag: `foyer-${topic}`, requireInteraction: persistent });
  notification?.addEventListener('click', () => {
    window.focus();
    notification.close();
    onClick?.();
  });
  return () => notification?.close();
}

/** Calls by what was chosen: a sound, a notification, both or neither. */
export function sendAlert(alert: Alert): void {
  if (useAlerts.getState().sound) chime();
  showNotification(alert);
}

/** Whether somebody looks at this page just now. */
export const isPageFocused = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

export function onPageFocusChange(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal });
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
}
