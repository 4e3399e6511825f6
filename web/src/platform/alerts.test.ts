import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let tones = 0;
let wake: () => void = () => undefined;

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
  resume = () => new Promise<void>((resolve) => (wake = resolve));
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

/** The browser has let the page wait for so long before it made a sound. */
async function wakeAfter(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  wake();
  await Promise.resolve();
}

test('CHAT-07wa whoever switches the sound on hears it, however long the browser takes', async () => {
  const { setSoundEnabled } = await import('./alerts.ts');
  setSoundEnabled(true);
  await wakeAfter(5_000);
  expect(tones).toBe(2);
});

test('CHAT-07wb a message is heard when it comes, or not at all', async () => {
  const { sendAlert, useAlerts } = await import('./alerts.ts');
  useAlerts.setState({ sound: true });
  sendAlert({ topic: 'room', title: 'Bo' });
  await wakeAfter(5_000);
  expect(tones).toBe(0);
  sendAlert({ topic: 'room', title: 'Bo' });
  await wakeAfter(100);
  expect(tones).toBe(2);
});
