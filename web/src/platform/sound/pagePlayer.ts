/** The player of this page: created when the first sound is played, and connected with everything that pauses or ends it. */
import { track } from '../analytics/track.ts';
import { fetchStatus } from '../assets/assetFailure.ts';
import { assetOf, attemptUrl, initialAttempt } from '../assets/assetUrl.ts';
import { isTalking, useCallStatus } from '../call/callStatus.ts';
import { followMediaElements } from '../playback/mediaElements.ts';
import { usePlayback } from '../playback/playback.ts';
import { signInGuest } from '../session/sessionLoader.ts';
import { hasSession, useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { localizedNow } from './localizedNow.ts';
import { connectMediaSession } from './mediaSession.ts';
import { SoundPlayer } from './player.ts';
import { useSound, type CurrentSound, type Sound } from './soundState.ts';

const channelName = 'foyer.sound';

let player: SoundPlayer | undefined;

export function soundPlayer(): SoundPlayer {
  player ??= createPlayer();
  return player;
}

const assetIdOf = ({ assets }: Sound): string | undefined => localizedNow(assets)?.assetId;

function createPlayer(): SoundPlayer {
  // Every tab that plays a sound says so, and the others pause.
  const channel = new BroadcastChannel(channelName);
  const post: (message: 'playing') => void = channel.postMessage.bind(channel);
  const counted = new Set<string>();
  const countAccess = ({ playlist, index }: CurrentSound): void => {
    const sound = playlist.sounds[index];
    const assetId = sound && assetIdOf(sound);
    // Once for each file, and not each time it goes on after a pause.
    if (assetId === undefined || counted.has(`${playlist.id} ${assetId}`)) return;
    counted.add(`${playlist.id} ${assetId}`);
    track('asset', 'access', { ...playlist.subject, asset: assetId });
  };

  const created = new SoundPlayer({
    audio: new Audio(),
    firstAttempt: () => initialAttempt({}),
    urlOf: (sound, attempt) => attemptUrl(assetOf(assetIdOf(sound)), {}, attempt),
    statusOf: fetchStatus,
    onPlaying(current) {
      post('playing');
      countAccess(current);
    },
  });

  followMediaElements();
  channel.addEventListener('message', () => created.pause('otherTab'));
  window.addEventListener('online', () => {
    const isInterrupted = isTalking(useCallStatus.getState()) || usePlayback.getState().playing !== null;
    if (!isInterrupted) created.reconnect();
  });
  // The controls are part of the session, which guests otherwise get some seconds later.
  if (!hasSession(useUser.getState())) void signInGuest();
  // A user who logs in keeps the sound; where no login is required, a user who logs out stays in the venue.
  useUser.subscribe(({ user }, before) => {
    if (before.user && user?.userId !== before.user.userId) created.close();
  });
  useVenue.subscribe(({ architecture }) => {
    const { current } = useSound.getState();
    if (current && architecture?.id !== current.playlist.architectureId) created.close();
  });
  connectMediaSession(created);
  return created;
}
