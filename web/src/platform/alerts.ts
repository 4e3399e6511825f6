/** Alerts for users who are not looking at the page: a sound and a browser notification. Both are off by default. */
import { create } from 'zustand';
import { isTalking, useAudioSessions } from './playback/audioSessions.ts';
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
  // A preview, played however long the browser takes to start audio.
  if (on) void playSound(Infinity);
}

/**
 * Asks the browser for permission if that has not happened yet. Call it from a user gesture only.
 * @returns false if the browser denies permission
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

/** Two soft notes, one after the other; `at` is in seconds. */
const notes = [
  { hertz: 659, at: 0 },
  { hertz: 880, at: 0.12 },
] as const;
const loudness = 0.06;
const noteSeconds = 0.35;

let audio: AudioContext | undefined;

function playNotes(context: AudioContext): void {
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

/** Minimum time between two sounds. */
const soundIntervalMs = 3_000;
let lastSoundAt = -Infinity;

/** @param withinMs the sound is skipped if the browser takes longer to start audio */
async function playSound(withinMs: number): Promise<void> {
  const requestedAt = performance.now();
  lastSoundAt = requestedAt;
  try {
    audio ??= new AudioContext();
    await audio.resume();
    if (performance.now() - requestedAt < withinMs) playNotes(audio);
  } catch {
    logWarning('GENERAL', 'alert sound not supported by this browser');
  }
}

/** A browser that waits for a user gesture plays nothing, and does not play the sound late after the gesture. */
function playAlertSound(): void {
  if (performance.now() - lastSoundAt >= soundIntervalMs) void playSound(soundIntervalMs);
}

/** Some mobile browsers have the `Notification` class but do not let pages construct it. */
function createNotification(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    logWarning('GENERAL', 'notifications not supported by this browser');
    return undefined;
  }
}

export interface Alert {
  /** A newer alert with the same topic replaces this one. */
  readonly topic: string;
  readonly title: string;
  readonly body?: string;
  /** Stays until it is clicked or closed; otherwise some browsers hide it after a moment. */
  readonly persistent?: boolean;
  /** Called after a click has focused the page. */
  readonly onClick?: () => void;
}

/**
 * Shows a browser notification if the user has enabled them.
 * @returns closes it; undefined if none is shown
 */
export function showNotification({
  topic,
  title,
  body = '',
  persistent = false,
  onClick,
}: Alert): (() => void) | undefined {
  if (!useAlerts.getState().notify || !canNotify()) return undefined;
  const notification = createNotification(title, {
    body,
    tag: `foyer-${topic}`,
    requireInteraction: persistent,
  });
  if (!notification) return undefined;
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    onClick?.();
  });
  return () => notification.close();
}

/**
 * Alerts by sound, notification, both or neither, as the user has chosen. No sound disturbs a call or meeting.
 * @returns closes the notification; undefined if none is shown
 */
export function sendAlert(alert: Alert): (() => void) | undefined {
  if (useAlerts.getState().sound && !isTalking(useAudioSessions.getState())) playAlertSound();
  return showNotification(alert);
}

/** Whether this page is visible and has the focus. */
export const isPageFocused = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

export function onPageFocusChange(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal });
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
}
