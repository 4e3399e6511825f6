/** HTTP routes of the venue (CALL-13 to 15, 20 to 22, and those of versions). Policies are in policy.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  countLiveAttendees,
  diffVersions,
  getMandatoryPages,
  getVenue,
  getVenueVersion,
  checkVenueAccess,
  listVersions,
  publishVenue,
  getVersion,
  getVersionWarnings,
  restoreVersion,
  saveVenue,
  unpublishVenue,
  validateVenue,
  venueFileBytes,
  type OperatingMode,
  type ResponseOf,
  type Venue,
} from '@foyer/contract';
import type { HotResponses } from '#platform/http/hot/hotResponses';
import {
  toRawResponse,
  type PreparedResponse,
  type ResponseContent,
} from '#platform/http/hot/preparedResponse';
import { isHost } from '#platform/http/access';
import { raw, route, type AnyRoute, type Caller, type Raw } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { auditActorOf } from './auditActor.ts';
import { venuePolicy } from './policy.ts';
import { jsonType, venueCacheControl, venueRequestKey, type ShownVenues } from './publication/shownVenues.ts';
import type { LiveAttendees } from './publication/liveAttendees.ts';
import type { VenueService } from './service.ts';
import type { VenueVersions } from './versions/versions.ts';

export interface VenueRoutesDeps {
  readonly service: VenueService;
  readonly versions: VenueVersions;
  readonly shownVenues: ShownVenues;
  readonly liveAttendees: LiveAttendees;
  readonly hot: HotResponses;
}

/** What a prepared response depends on. */
interface HotRequest {
  readonly mode: OperatingMode;
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
}

/** Size of the body of a save, `{baseVersion, venue}`, without the venue file. */
const saveEnvelopeBytes = 64;

export function venueRoutes({
  service,
  versions,
  shownVenues,
  liveAttendees,
  hot,
}: VenueRoutesDeps): AnyRoute[] {
  const findHot = ({ mode, caller, headers }: HotRequest, request: string): Raw | undefined => {
    const response = hot.find(mode, request, caller);
    return response === undefined ? undefined : raw(toRawResponse(response, headers));
  };
  const prepareJson = async (value: unknown, headers: IncomingHttpHeaders): Promise<Raw> =>
    raw(
      toRawResponse(
        await hot.prepare({
          body: JSON.stringify(value),
          contentType: jsonType,
          cacheControl: venueCacheControl,
        }),
        headers,
      ),
    );

  /** Prepared responses by venue; the live venue stays the same object until the next publication. */
  const mandatoryPages = new WeakMap<Venue, Promise<PreparedResponse>>();

  const shownVenue = async (mode: OperatingMode, architectureId: string): Promise<Venue> => {
    if (mode === 'STAGE') return (await versions.stagedContent(architectureId)).venue;
    const live = shownVenues.live?.content;
    if (live?.row.architectureId !== architectureId) throw notPublished(architectureId);
    return live.venue;
  };

  return [
    route({
      endpoint: getVenueVersion,
      policy: venuePolicy.version,
      handle: async (call) => findHot(call, 'GET /venue/version') ?? shownVenues.version(call.mode),
    }),
    route({
      endpoint: checkVenueAccess,
      policy: venuePolicy.head,
      handle: async (call) => findHot(call, 'HEAD /venue'),
    }),
    route({
      endpoint: getVenue,
      policy: venuePolicy.read,
      handle: async (call) => {
        const { mode, query, headers, caller } = call;
        if (mode === 'STAGE')
          return prepareJson(await versions.stagedVenue(query.architectureId, isHost(caller)), headers);
        const response = findHot(call, venueRequestKey(query.architectureId));
        if (response === undefined) throw notPublished(query.architectureId);
        return response;
      },
    }),
    route({
      endpoint: getMandatoryPages,
      policy: venuePolicy.mandatoryPages,
      handle: async ({ mode, params, headers }) => {
        const venue = await shownVenue(mode, params.architectureID);
        const response =
          mandatoryPages.get(venue) ?? hot.prepare(mandatoryContent(venue, params.architectureID));
        mandatoryPages.set(venue, response);
        return raw(toRawResponse(await response, headers));
      },
    }),
    route({
      endpoint: validateVenue,
      policy: venuePolicy.design,
      bodyLimit: venueFileBytes,
      handle: async ({ body }) => ({ warnings: await service.validate(body) }),
    }),
    route({
      endpoint: saveVenue,
      policy: venuePolicy.design,
      bodyLimit: venueFileBytes + saveEnvelopeBytes,
      idempotent: true,
      handle: (call) =>
        service.save(call.body, auditActorOf(call), call.headers['idempotency-key']?.toString()),
    }),
    route({
      endpoint: publishVenue,
      policy: venuePolicy.design,
      idempotent: true,
      handle: async (call) => {
        const { params, body, mode } = call;
        const warnings = await service.publish(params.architectureID, body?.version, auditActorOf(call));
        return { ...shownVenues.version(mode), warnings };
      },
    }),
    route({
      endpoint: unpublishVenue,
      policy: venuePolicy.design,
      idempotent: true,
      handle: async (call) => {
        await service.unpublish(auditActorOf(call));
        return shownVenues.version(call.mode);
      },
    }),
    route({
      endpoint: countLiveAttendees,
      policy: venuePolicy.design,
      handle: async () => ({ count: liveAttendees.count() }),
    }),
    route({
      endpoint: listVersions,
      policy: venuePolicy.design,
      handle: async ({ query }) => ({ versions: await versions.history(query) }),
    }),
    route({
      endpoint: getVersion,
      policy: venuePolicy.design,
      handle: ({ params }) => versions.read(params.version),
    }),
    route({
      endpoint: getVersionWarnings,
      policy: venuePolicy.design,
      handle: ({ params }) => versions.warnings(params.version),
    }),
    route({
      endpoint: restoreVersion,
      policy: venuePolicy.design,
      idempotent: true,
      handle: (call) => service.restore(call.params.version, call.body.baseVersion, auditActorOf(call)),
    }),
    route({
      endpoint: diffVersions,
      policy: venuePolicy.design,
      handle: ({ params }) => versions.diff(params.from, params.to),
    }),
  ];
}

function mandatoryContent(venue: Venue, architectureId: string): ResponseContent {
  const architecture = venue.architectures[0];
  if (!architecture) throw notPublished(architectureId);
  const { impress, privacyNotice, cookieBannerConfig, cookieProviders, personalizedTrackingEnabled } =
    architecture;
  const pages: ResponseOf<typeof getMandatoryPages> = {
    architectureId,
    impress,
    privacyNotice,
    cookieBannerConfig,
    cookieProviders,
    personalizedTrackingEnabled,
  };
  const body = JSON.stringify(pages);
  return { body, contentType: jsonType, cacheControl: venueCacheControl };
}

const notPublished = (architectureId: string) =>
  new ApiError('notFound', `No published venue has the architecture ${architectureId}.`);
