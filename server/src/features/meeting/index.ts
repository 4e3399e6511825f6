/**
 * Meetings of other vendors that need this server: Zoom meetings in the page (CALL-28, MEET-06).
 *
 * The operator installs Zoom's Meeting SDK into the data folder (`installZoomSdk.ts`); this server sends its files
 * (`zoomSdk.ts`) to the page that runs it, `/zoom.html`, and signs who may join (`zoomSignature.ts`). A passcode leaves the
 * server only together with a signature.
 */
import { createZoomSignature } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { isHost } from '#platform/http/access';
import { anyoneEvenOnStage, attendee, attendeeIdOf, route } from '#platform/http/route';
import { RateLimiter } from '#platform/realtime/rateLimit';
import type { MeetingPorts } from './ports.ts';
import { findZoomMeeting } from './zoomMeeting.ts';
import { ZoomSdk } from './zoomSdk.ts';
import { signZoomMeeting } from './zoomSignature.ts';

export {
  installZoomSdk,
  isInZoomSdkRange,
  removeZoomSdk,
  ZoomPackageError,
  zoomSdkRange,
} from './installZoomSdk.ts';
export { zoomSdkFolder } from './zoomSdk.ts';

/** How often the operator's changes of the SDK are noticed. */
const refreshEveryMs = 5_000;
/** More often than a user joins and rejoins. */
const signatureLimit = { burst: 20, everyMs: 10_000 };

export interface MeetingFeature extends Feature {
  /** The version of the SDK with which browsers can run Zoom in the page; undefined if it or its key is missing. */
  zoomVersion(): string | undefined;
}

export const meetingFeature = defineFeature({ create });

function create(
  { config, clock, monotonicClock, headers, log }: Platform,
  ports: MeetingPorts,
): MeetingFeature {
  const sdk = new ZoomSdk({ dataDir: config.dataDir, headers: headers.file });
  const signatures = new RateLimiter(signatureLimit, monotonicClock);
  const { zoom } = config;
  const zoomVersion = () => (zoom === undefined ? undefined : sdk.version);
  return {
    zoomVersion,
    routes: [
      route({
        endpoint: createZoomSignature,
        policy: attendee,
        handle: async ({ mode, caller, body }) => {
          if (!signatures.take(attendeeIdOf(caller)))
            throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you join again.', {
              retryAfter: signatureLimit.everyMs / 1_000,
            });
          if (zoom === undefined || zoomVersion() === undefined)
            throw new ApiError('notFound', 'This server has no Zoom SDK: Zoom meetings open in a tab.');
          const now = clock();
          const meeting = findZoomMeeting(ports.shownArchitecture(mode), body, now);
          return signZoomMeeting(zoom, meeting, { isHost: isHost(caller), now });
        },
      }),
    ],
    pages: [
      {
        method: 'GET',
        path: '/zoom-sdk/:version/*',
        policy: anyoneEvenOnStage,
        handle: async ({ params, headers: requestHeaders }) => {
          const { version = '', '*': path = '' } = params;
          const file = zoomVersion() && (await sdk.respond(version, path, requestHeaders));
          if (!file) throw new ApiError('notFound', 'This server has no such file of the Zoom SDK.');
          return file;
        },
      },
    ],
    jobs: [{ name: 'reload the installed Zoom SDK', everyMs: refreshEveryMs, run: () => sdk.refresh() }],
    start: async () => {
      // Meetings then open in a tab, and the job tries again.
      await sdk.refresh().catch((error: unknown) => log.warn({ err: error }, 'the Zoom SDK cannot be read'));
      if (zoom !== undefined && sdk.version === undefined)
        log.warn('the Zoom SDK is not installed: Zoom meetings open in a tab');
    },
  };
}
