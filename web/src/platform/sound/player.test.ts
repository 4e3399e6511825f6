import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstAttempt, type AssetAttempt } from '../assets/attempts.ts';
import { startPlayback, usePlayback } from '../playback/playback.ts';
import { SoundPlayer } from './player.ts';
import { initialSound, useSound, type CurrentSound, type Playlist, type Sound } from './soundState.ts';
import { FakeAudio } from './testing/fakeAudio.ts';

const sound = (id: string): Sound => ({
  id,
  names: [{ locale: 'en', text: id }],
  assets: [{ locale: 'en', assetId: id }],
});

const playlist: Playlist = {
  id: 'expo shell',
  architectureId: 'nightfall',
  names: undefined,
  name: 'Shell',
  sounds: ['rain', 'wind', 'sea'].map(sound),
  subject: {},
};

let audio: FakeAudio;
let player: SoundPlayer;
let attempts: AssetAttempt[];
let positions: Map<string, number>;
let language: string;
/** The response to the request for why a file has failed. */
let status: number;
const onPlaying = vi.fn<(current: CurrentSound) => void>();

beforeEach(() => {
  useSound.setState(initialSound);
  usePlayback.setState({ playing: null });
  audio = new FakeAudio();
  attempts = [];
  positions = new Map();
  status = 200;
  language = 'en';
  onPlaying.mockClear();
  player = new SoundPlayer({
    audio,
    positions: () => positions,
    firstAttempt: () => firstAttempt(false, true),
    assetOf: ({ id }) =>
      id === 'gone' ? undefined : { id, uri: language === 'en' ? `/${id}` : `/${id}-${language}`, alts: [] },
    urlOf(asset, attempt) {
      attempts.push(attempt);
      return Promise.resolve(asset && `${asset.uri}?${attempts.length}`);
    },
    statusOf: () => Promise.resolve(status),
    onPlaying,
  });
});
afterEach(() => useSound.setState(initialSound));

/** Lets promises settle that have been resolved. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

const current = (): CurrentSound => {
  const { current: now } = useSound.getState();
  if (!now) throw new Error('Nothing plays.');
  return now;
};

async function begin(index = 0): Promise<void> {
  player.press(playlist, index);
  await settle();
  audio.begins();
}

test('WIDGET-11c a press plays a sound, another one pauses it, and a third one goes on', async () => {
  player.press(playlist, 0);
  expect(current()).toMatchObject({ index: 0, phase: { kind: 'loading' } });
  await settle();
  expect(audio.src).toBe('/rain?1');
  audio.begins();
  expect(current()).toMatchObject({ phase: { kind: 'playing' }, duration: 100 });
  player.press(playlist, 0);
  expect(current().phase).toEqual({ kind: 'paused', by: 'user' });
  expect(audio.paused).toBe(true);
  player.press(playlist, 0);
  expect(audio.paused).toBe(false);
  expect(attempts).toHaveLength(1);
});

test('WIDGET-11d the next sound starts automatically, the last one stops at its beginning', async () => {
  await begin(1);
  audio.ends();
  await settle();
  audio.begins();
  expect(current()).toMatchObject({ index: 2, phase: { kind: 'playing' } });
  audio.reaches(99);
  audio.ends();
  expect(current()).toMatchObject({ index: 2, seconds: 0, phase: { kind: 'paused', by: 'user' } });
});

test('WIDGET-11e each sound keeps its position, except at its end', async () => {
  await begin();
  audio.reaches(42);
  player.press(playlist, 1);
  await settle();
  audio.begins();
  audio.reaches(99.5);
  player.press(playlist, 0);
  expect(current().seconds).toBe(42);
  await settle();
  audio.begins();
  expect(audio.currentTime).toBe(42);
  player.press(playlist, 1);
  await settle();
  audio.begins();
  expect(audio.currentTime).toBe(0);
  expect(current().seconds).toBe(0);
  player.press(playlist, 0);
  expect(current().seconds).toBe(42);
});

test('WIDGET-11al the next user gets no position of the previous one, whose sound plays on or ends', async () => {
  await begin();
  audio.reaches(42);
  player.press(playlist, 1);
  await settle();
  audio.begins();
  audio.reaches(17);
  positions = new Map();
  // It ends in the next visit.
  player.press(playlist, 0);
  expect(current().seconds).toBe(0);
  player.press(playlist, 1);
  expect(current().seconds).toBe(0);
  await settle();
  audio.begins();
  audio.reaches(8);
  positions = new Map();
  player.close();
  player.press(playlist, 1);
  expect(current().seconds).toBe(0);
});

test('WIDGET-11f an expired address is signed again, and the sound goes on where it was', async () => {
  await begin();
  audio.reaches(61);
  player.setSpeed(1.5);
  status = 403;
  audio.fails();
  await settle();
  expect(attempts.map(({ signature }) => signature)).toEqual(['cached', 'fresh']);
  expect(audio.src).toBe('/rain?2');
  expect(current().seconds).toBe(61);
  audio.begins();
  expect(audio.currentTime).toBe(61);
  expect(audio.paused).toBe(false);
  expect(audio.defaultPlaybackRate).toBe(1.5);
  // It can expire again, but an address that is refused at once is not signed a third time.
  audio.fails();
  await settle();
  expect(attempts.at(-1)?.signature).toBe('fresh');
  audio.fails();
  await settle();
  expect(attempts).toHaveLength(3);
  expect(current().phase).toEqual({ kind: 'failed', reason: 'unplayable' });
});

test('WIDGET-11g a paused sound whose address expires stays paused', async () => {
  await begin();
  audio.reaches(61);
  player.pause('user');
  status = 403;
  audio.fails();
  await settle();
  expect(audio.src).toBe('/rain?2');
  expect(audio.paused).toBe(true);
  player.resume();
  audio.begins();
  expect(audio.currentTime).toBe(61);
});

test.each([
  ['is gone', 404, 'gone'],
  ['cannot be decoded', 200, 'unplayable'],
  ['cannot be reached', 0, 'unreachable'],
  ['a busy server does not send', 503, 'unreachable'],
])('WIDGET-11h a sound that %s stops with status %i; another try loads it again', async (_, code, reason) => {
  player.press(playlist, 0);
  await settle();
  status = code;
  audio.fails();
  await settle();
  expect(current()).toMatchObject({ index: 0, phase: { kind: 'failed', reason } });
  player.resume();
  await settle();
  expect(attempts).toHaveLength(2);
  audio.begins();
  expect(current().phase).toEqual({ kind: 'playing' });
});

test('WIDGET-11i a sound that the venue does not have any more is gone, and the next one can be played', async () => {
  player.press({ ...playlist, sounds: [sound('gone'), sound('rain')] }, 0);
  await settle();
  expect(current().phase).toEqual({ kind: 'failed', reason: 'gone' });
  player.next();
  await settle();
  audio.begins();
  expect(current()).toMatchObject({ index: 1, phase: { kind: 'playing' } });
});

test('WIDGET-11j a browser that refuses to play leaves it to the user', async () => {
  audio.refuses = true;
  player.press(playlist, 0);
  await settle();
  expect(current().phase).toEqual({ kind: 'blocked' });
  audio.refuses = false;
  player.toggle();
  audio.begins();
  expect(current().phase).toEqual({ kind: 'playing' });
});

test('WIDGET-11k a call pauses only what plays, also while it is being downloaded', async () => {
  player.press(playlist, 0);
  player.pause('call');
  await settle();
  expect(current().phase).toEqual({ kind: 'paused', by: 'call' });
  expect(audio.paused).toBe(true);
  player.pause('otherTab');
  expect(current().phase).toEqual({ kind: 'paused', by: 'call' });
  player.resume();
  audio.begins();
  expect(current().phase).toEqual({ kind: 'playing' });
});

test('WIDGET-11l a film that starts pauses the sound, which pauses the film when it goes on', async () => {
  await begin();
  const film = { pause: vi.fn() };
  startPlayback(film);
  expect(current().phase).toEqual({ kind: 'paused', by: 'media' });
  player.resume();
  audio.report('playing');
  expect(film.pause).toHaveBeenCalledOnce();
});

test('WIDGET-11m skipping stays within the sound', async () => {
  await begin();
  player.seekBy(-15);
  expect(audio.currentTime).toBe(0);
  player.seekBy(15);
  expect(current().seconds).toBe(15);
  player.seekTo(500);
  expect(audio.currentTime).toBe(100);
});

test('WIDGET-11n a sound that the browser pauses is paused; unplugged headphones do not end it', async () => {
  await begin();
  audio.pause();
  audio.report('pause');
  expect(current().phase).toEqual({ kind: 'paused', by: 'user' });
});

test('WIDGET-11o closing stops the sound, and what was being loaded does not play', async () => {
  player.press(playlist, 0);
  player.close();
  await settle();
  expect(useSound.getState().current).toBeNull();
  expect(audio.src).toBe('');
  await begin();
  player.close();
  expect(audio.paused).toBe(true);
  expect(usePlayback.getState().playing).toBeNull();
  expect(onPlaying).toHaveBeenCalledOnce();
});

test('WIDGET-11ab before the length of a sound is known, skipping sets where it starts', async () => {
  player.press(playlist, 0);
  await settle();
  player.seekBy(15);
  player.seekBy(15);
  expect(current().seconds).toBe(30);
  audio.begins();
  expect(audio.currentTime).toBe(30);
  expect(current().seconds).toBe(30);
});

test('WIDGET-11ac a paused sound that is moved to its end stays paused there', async () => {
  await begin();
  player.pause('user');
  player.seekTo(100);
  audio.ends();
  expect(current()).toMatchObject({ index: 0, seconds: 100, phase: { kind: 'paused', by: 'user' } });
});

test('WIDGET-11ad a film that starts while a sound is loading goes on, and the sound stays paused', async () => {
  player.press(playlist, 0);
  await settle();
  const film = { pause: vi.fn() };
  startPlayback(film);
  expect(current().phase).toEqual({ kind: 'paused', by: 'media' });
  audio.begins();
  expect(film.pause).not.toHaveBeenCalled();
  expect(current().phase).toEqual({ kind: 'paused', by: 'media' });
});

test('WIDGET-11ae a sound whose network was lost goes on where it was when the network is back', async () => {
  await begin();
  audio.reaches(61);
  status = 0;
  audio.fails();
  await settle();
  expect(current().phase).toEqual({ kind: 'failed', reason: 'unreachable' });
  player.reconnect();
  expect(current().phase).toEqual({ kind: 'loading' });
  await settle();
  audio.begins();
  expect(current().phase).toEqual({ kind: 'playing' });
  expect(audio.currentTime).toBe(61);
});

test('WIDGET-11af a paused sound does not start when the network is back', async () => {
  await begin();
  player.pause('user');
  status = 0;
  audio.fails();
  await settle();
  player.reconnect();
  await settle();
  expect(current().phase).toEqual({ kind: 'failed', reason: 'unplayable' });
});

test('WIDGET-11ag a muted sound comes back at the volume that it had', () => {
  player.setVolume(0.3);
  player.setMuted(true);
  expect(audio.volume).toBe(0);
  player.setMuted(false);
  expect(audio.volume).toBe(0.3);
  player.setVolume(0);
  expect(useSound.getState()).toMatchObject({ isMuted: true });
  player.setMuted(false);
  expect(audio.volume).toBe(0.3);
});

test('WIDGET-11aj a sound whose connection breaks may be tried again, although the server answers', async () => {
  await begin();
  audio.reaches(61);
  audio.fails(2);
  await settle();
  expect(current()).toMatchObject({ seconds: 61, phase: { kind: 'failed', reason: 'unreachable' } });
});

test('WIDGET-11ak ASSET-02v a sound that is signed again goes on in its file, also after the language has changed', async () => {
  await begin();
  audio.reaches(61);
  language = 'de';
  status = 403;
  audio.fails();
  await settle();
  expect(audio.src).toBe('/rain?2');
  audio.begins();
  player.press(playlist, 1);
  player.press(playlist, 0);
  await settle();
  // The position in the other file would be another part of the recording.
  expect(audio.src).toContain('/rain-de?');
  expect(current().seconds).toBe(0);
});
