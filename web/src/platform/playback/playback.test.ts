import { expect, test, vi } from 'vitest';
import { addAudioSession, type AudioSession } from './audioSessions.ts';
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

test('WIDGET-11aa a call or meeting pauses what plays when it begins, and what is started in it plays', () => {
  const film = { pause: vi.fn() };
  startPlayback(film);
  const [call, meeting] = [new AbortController(), new AbortController()];
  const talk = (kind: AudioSession['kind'], { signal }: AbortController) =>
    addAudioSession({ kind, leave: () => undefined }, signal);
  talk('call', call);
  expect(film.pause.mock.calls).toEqual([['call']]);
  // The call changes, for example to a meeting of another provider.
  talk('meeting', meeting);
  expect(film.pause).toHaveBeenCalledOnce();
  call.abort();
  meeting.abort();
  endPlayback(film);
  const sound = { pause: vi.fn() };
  startPlayback(sound);
  expect(sound.pause).not.toHaveBeenCalled();
  endPlayback(sound);
});
