import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { venue as venueSchema } from '@foyer/contract';
import { setTrackReceiver } from '../analytics/track.ts';
import { setVenue } from '../state/setVenue.ts';
import { clearVenue } from '../state/venue.ts';
import { initialUser, useUser } from '../state/user.ts';
import { beginVisit, currentVisit } from '../visit/currentVisit.ts';
import { soundPlayer } from './pagePlayer.ts';
import { useSound, type Playlist } from './soundState.ts';
import { FakeAudio } from './testing/fakeAudio.ts';

const audio = new FakeAudio();
vi.stubGlobal('Audio', function Audio() {
  return audio;
});
vi.stubGlobal('document', { addEventListener: () => undefined, querySelectorAll: () => [] });
vi.stubGlobal(
  'BroadcastChannel',
  class extends EventTarget {
    postMessage(): void {}
  },
);

const playlist: Playlist = {
  id: 'expo shell',
  architectureId: 'nightfall',
  names: undefined,
  name: 'Shell',
  sounds: ['rain', 'wind'].map((id) => ({ id, names: [], assets: [{ locale: 'en', assetId: id }] })),
  subject: {},
};

function openVenue(id = 'nightfall'): void {
  const assets = ['rain', 'wind'].map((each) => ({ id: each, uri: `https://files.example.org/${each}.mp3` }));
  setVenue(currentVisit(), venueSchema.parse({ architectures: [{ id, areas: [] }], assets }), {
    mode: 'LIVE',
    version: 1,
    publishedVersion: 1,
    publishedArchitectureId: id,
  });
}

const logIn = (userId: string): void => useUser.setState({ user: { userId, email: '', attributes: {} } });
/** What the session does at the end of a visit. */
function endVisit(): void {
  beginVisit();
  useUser.setState(initialUser);
}
async function play(index: number): Promise<void> {
  soundPlayer().press(playlist, index);
  await delay(0);
  audio.begins();
}
const playing = () => {
  const { current } = useSound.getState();
  return current && [current.index, current.phase.kind, current.seconds];
};

beforeEach(() => openVenue());
afterEach(() => {
  soundPlayer().close();
  endVisit();
});

test('WIDGET-11am the sound of a guest plays on when they log in, and ends when they log out', async () => {
  await play(1);
  audio.reaches(42);
  await play(0);
  audio.reaches(17);
  endVisit();
  expect(playing()).toEqual([0, 'playing', 17]);
  logIn('ada');
  openVenue();
  expect(playing()).toEqual([0, 'playing', 17]);
  // The guest has left the other sound at 42 seconds.
  await play(1);
  expect(playing()).toEqual([1, 'playing', 0]);
  audio.reaches(8);
  endVisit();
  expect(playing()).toBeNull();
  logIn('bo');
  openVenue();
  await play(1);
  expect(playing()).toEqual([1, 'playing', 0]);
});

test('WIDGET-11an the sound of a guest ends when another venue is opened after their login, or the venue is closed', async () => {
  await play(0);
  endVisit();
  // Another visit begins before a venue is open.
  endVisit();
  openVenue('fog');
  expect(playing()).toBeNull();
  openVenue();
  await play(0);
  clearVenue(currentVisit());
  expect(playing()).toBeNull();
});

test('WIDGET-11ao the access to a file is counted once for each user', async () => {
  const events: unknown[] = [];
  setTrackReceiver((event) => events.push(event));
  // Those of earlier tests have waited for a receiver.
  events.splice(0);
  await play(0);
  await play(1);
  await play(0);
  expect(events).toHaveLength(2);
  endVisit();
  logIn('ada');
  openVenue();
  await play(1);
  expect(events).toHaveLength(3);
});
