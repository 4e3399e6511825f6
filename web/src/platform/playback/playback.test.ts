import { expect, test, vi } from 'vitest';
import { endPlayback, startPlayback, usePlayback } from './playback.ts';

test('WIDGET-11a a film that starts pauses the sound, and the reverse', () => {
  const sound = { pause: vi.fn() };
  const film = { pause: vi.fn(() => endPlayback(film)) };
  startPlayback(sound);
  startPlayback(sound);
  expect(sound.pause).not.toHaveBeenCalled();
  startPlayback(film);
  expect(sound.pause).toHaveBeenCalledOnce();
  startPlayback(sound);
  expect(film.pause).toHaveBeenCalledOnce();
  // The film, which reports that it has paused, does not end the sound.
  expect(usePlayback.getState().playing).toBe(sound);
  endPlayback(sound);
  expect(usePlayback.getState().playing).toBeNull();
});
