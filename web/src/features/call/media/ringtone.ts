/** The ringtone of three notes. Silent if the user has turned it off, or has not interacted with the page yet. */
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
export function setRingtone(on: boolean): void {
  browserStorage.set(key, on ? 'on' : 'off');
}

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

/** Repeats until the returned function is called. */
export function playRingtone(): () => void {
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
