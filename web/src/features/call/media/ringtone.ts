/** A gentle ringing, made of two tones; silent where the browser waits for a press first, or where one wants none. */
import { browserStorage } from '../../../platform/storage/browserStorage.ts';
import { runEvery } from '../../../platform/time/timers.ts';

const key = 'foyer.ringtone';
const everyMs = 3_000;
const notes = [
  { hertz: 587.33, at: 0 },
  { hertz: 880, at: 0.22 },
  { hertz: 739.99, at: 0.44 },
] as const;

export const isRingtoneOn = (): boolean => browserStorage.get(key) !== 'off';
export const setRingtone = (on: boolean): void => browserStorage.set(key, on ? 'on' : 'off');

function play(context: AudioContext): void {
  for (const { hertz, at } of notes) {
    const start = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(0.12, start + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.9);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + 1);
  }
}

/** Returns what ends it. */
export function ring(): () => void {
  const context = new AudioContext();
  const sound = () => {
    if (context.state === 'running') play(context);
  };
  sound();
  const end = runEvery(everyMs, sound);
  return () => {
    end();
    void context.close();
  };
}
