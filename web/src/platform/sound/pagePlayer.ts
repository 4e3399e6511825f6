/** The player of this page: created when the first sound is played, and connected with everything that pauses or ends it. */
import { track } from '../analytics/track.ts';
import { fetchStatus } from '../assets/assetFailure.ts';
import { assetOf, attemptUrl, initialAttempt } from '../assets/assetUrl.ts';
import { isTalking, useAudioSessions } from '../playback/audioSessions.ts';
import { followMediaElements } from '../playback/mediaElements.ts';
import { usePlayback } from '../playback/playback.ts';
import { useUser } from '../state/user.ts';
import { followVenue } from '../state/venue.ts';
import { optionalBackoff, retryTimer } from '../time/retryTimer.ts';
import { currentVisit } from '../visit/currentVisit.ts';
import { localizedNow } from './localizedNow.ts';
import { connectMediaSession } from './mediaSession.ts';
import { SoundPlayer } from './player.ts';
import { useSound, type CurrentSound } from './soundState.ts';

const channelName = 'foyer.sound';

/** What the user of a visit has listened to. */
const createListening = () => ({
  /** Where they have left each file, in seconds. */
  positions: new Map<string, number>(),
  /** The files whose access is counted. */
  counted: new Set<string>(),
});

/** Of the page and not of a visit, because a sound plays on while a guest logs in. */
let player: SoundPlayer | undefined;

export function soundPlayer(): SoundPlayer {
  player ??= createPlayer();
  return player;
}

function createPlayer(): SoundPlayer {
  // Every tab that plays a sound says so, and the others pause.
  const channel = new BroadcastChannel(channelName);
  const post: (message: 'playing') => void = channel.postMessage.bind(channel);
  const countAccess = ({ playlist, asset }: CurrentSound): void => {
    const { counted } = currentVisit().get(createListening);
    // Once for each file, and not each time it goes on after a pause.
    if (!asset || counted.has(`${playlist.id} ${asset.id}`)) return;
    counted.add(`${playlist.id} ${asset.id}`);
    track('asset', 'access', { ...playlist.subject, asset: asset.id });
  };

  const created = new SoundPlayer({
    audio: new Audio(),
    positions: () => currentVisit().get(createListening).positions,
    firstAttempt: () => initialAttempt({}),
    assetOf: ({ assets }) => assetOf(localizedNow(assets)?.assetId),
    urlOf: (asset, attempt) => attemptUrl(asset, {}, attempt),
    statusOf: fetchStatus,
    onPlaying(current) {
      post('playing');
      countAccess(current);
    },
  });

  followMediaElements();
  channel.addEventListener('message', () => created.pause('otherTab'));
  reconnectLater(created);
  // The sound of an account ends with its visit. That of a guest, who has no account here, plays on when they log in.
  useUser.subscribe(({ user }, before) => {
    if (before.user && user?.userId !== before.user.userId) created.close();
  });
  let visit = currentVisit();
  followVenue(({ architecture }, before) => {
    if (architecture?.id === before.architecture?.id) return;
    // With a visit its venue is closed, and loaded again for the next one: it may be the same.
    const isReloaded = !architecture && visit !== currentVisit();
    visit = currentVisit();
    const { current } = useSound.getState();
    if (current && !isReloaded && architecture?.id !== current.playlist.architectureId) created.close();
  });
  connectMediaSession(created);
  return created;
}

/** Tries again to load a sound that was unreachable, after a while or as soon as the browser is online again. */
function reconnectLater(created: SoundPlayer): void {
  const timer = retryTimer(() => {
    const isInterrupted = isTalking(useAudioSessions.getState()) || usePlayback.getState().playing !== null;
    if (!isInterrupted) created.reconnect();
  }, optionalBackoff);
  useSound.subscribe(({ current }, before) => {
    const phase = current?.phase;
    if (phase === before.current?.phase) return;
    if (phase?.kind === 'failed' && phase.reason === 'unreachable') timer.schedule({ untilOnline: true });
    else if (phase?.kind !== 'loading') timer.reset();
  });
}
