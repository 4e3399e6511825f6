/** Counts page views and events (TRACK-01). Downloaded when the page is idle; a failure is never shown. */
import { analyticsHeartbeatMs } from '@foyer/contract/limits';
import { authorizationFor, call } from '../api/client.ts';
import { send } from '../api/send.ts';
import { base } from '../base.ts';
import { importWithRetry } from '../loading/importWithRetry.ts';
import { retryUntilLoaded } from '../loading/retryUntilLoaded.ts';
import { browserStorage } from '../storage/browserStorage.ts';
import { waitForUiConfig } from '../state/ui.ts';
import { runEvery } from '../time/timers.ts';
import { useCurrentVisit } from '../visit/currentVisit.ts';
import { hitQueue, type SendHit } from './hitQueue.ts';
import { hitFactory, type Hit } from './hits.ts';
import { followIdentity, type Identity } from './identity.ts';
import { setTrackReceiver } from './track.ts';

const importMatomo = () => import('./matomo.ts');
const importUserIdCall = () => import('@foyer/contract/analytics');

async function fetchUserId(): Promise<string> {
  const { getTrackingUserId } = await importWithRetry(importUserIdCall);
  const options = { report: 'console', waitPlace: 'nowhere', keepsSession: true } as const;
  return (await call(getTrackingUserId, options)).uid;
}

/** Sends a hit with the identity at this time, so that a hit that has waited has no id that has been removed meanwhile. */
export function hitSender(identity: Identity, request: typeof send = send): SendHit {
  const newVisits = new WeakSet<Hit>();
  return (hit) => {
    if (identity.takeNewVisit()) newVisits.add(hit);
    const { visitorId, userId } = identity;
    const parameters = new URLSearchParams({
      ...hit,
      _id: visitorId,
      ...(userId !== undefined && { uid: userId }),
      ...(newVisits.has(hit) && { new_visit: '1' }),
    });
    const url = `${base}/api/capture/hit?${parameters}`;
    return request(url, { headers: authorizationFor(url), keepalive: true });
  };
}

const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

function sendHits(identity: Identity): void {
  const queue = hitQueue(hitSender(identity));
  const { hitOf, heartbeat } = hitFactory(location.href, document.referrer);
  setTrackReceiver((tracked) => queue.add(hitOf(tracked)));
  runEvery(analyticsHeartbeatMs, () => {
    // A heartbeat says that the page is looked at now, so it does not wait behind other hits.
    if (isLookedAt() && queue.isEmpty) queue.add(heartbeat());
  });
  window.addEventListener('pagehide', queue.flush);
  // The server knows whose hit it is by the token, so none waits for the next user. The token is still that of this one.
  useCurrentVisit.subscribe(queue.flush);
}

/** Starts once the configuration is loaded. */
export async function startTracker(): Promise<void> {
  const { matomoScript } = await waitForUiConfig();
  const identity = followIdentity({ storage: browserStorage, fetchUserId });
  if (matomoScript === undefined) sendHits(identity);
  else
    retryUntilLoaded(
      () => importWithRetry(importMatomo),
      ({ startMatomo }) => startMatomo(matomoScript, identity),
    );
}
