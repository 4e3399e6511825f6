import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let tones = 0;
let resumeAudio: () => void = () => undefined;

class Level {
  gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
  connect = () => undefined;
}
class Tone {
  connect = () => new Level();
  stop = () => undefined;
  start(): void {
    tones += 1;
  }
}
class Context {
  currentTime = 0;
  resume = () => new Promise<void>((resolve) => (resumeAudio = resolve));
}

beforeEach(() => {
  tones = 0;
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('window', {});
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('GainNode', Level);
  vi.stubGlobal('OscillatorNode', Tone);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Resolves the pending `AudioContext.resume()` after a delay, as a browser does that waits for a user gesture. */
async function resumeAfter(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  resumeAudio();
  await Promise.resolve();
}

test('CHAT-07wa switching the sound on plays it, however long the browser takes', async () => {
  const { setSoundEnabled } = await import('./alerts.ts');
  setSoundEnabled(true);
  await resumeAfter(5_000);
  expect(tones).toBe(2);
});

test('CHAT-07wc in a call or meeting a message makes no sound', async () => {
  const { sendAlert, useAlerts } = await import('./alerts.ts');
  const { useAudioSessions } = await import('./playback/audioSessions.ts');
  useAlerts.setState({ sound: true });
  useAudioSessions.setState({ active: [{ kind: 'meeting', leave: () => undefined }] });
  sendAlert({ topic: 'room', title: 'Bo' });
  await resumeAfter(100);
  expect(tones).toBe(0);
});

test('CHAT-07wb the sound of a message is played promptly or not at all', async () => {
  const { sendAlert, useAlerts } = await import('./alerts.ts');
  useAlerts.setState({ sound: true });
  sendAlert({ topic: 'room', title: 'Bo' });
  await resumeAfter(5_000);
  expect(tones).toBe(0);
  sendAlert({ topic: 'room', title: 'Bo' });
  await resumeAfter(100);
  expect(tones).toBe(2);
});
