/** The venue's calls (CALL-13 to 15, 20 to 22, and those of versions). Policies are in policy.ts. */
import type { IncomingHttpHeaders } from 'node:http';
import {
  diffVersions,
  getMandatoryPages,
  getVenue,
  getVenueVersion,
  headVenue,
  listVersions,
  publishVenue,
  readVersion,
  restoreVersion,
  saveVenue,
  unpublishVenue,
  validateVenue,
  venueFileBytes,
  type OperatingMode,
  type Venue,
} from '@foyer/contract';
import type { HotAnswers } from '#platform/http/hot';
import { readyAsRaw, type ReadyAnswer, type ReadyContent } from '#platform/http/ready';
import { raw, route, type AnyRoute, type Call, type Raw } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import { nameOf, venuePolicy } from './policy.ts';
import type { Actor } from './ports.ts';
import { jsonType, venueCaching, venueRequest, type Publication } from './publication/publication.ts';
import type { VenueService } from './service.ts';
import type { VenueVersions } from './versions/versions.ts';

export interface VenueRoutesOptions {
  readonly service: VenueService;
  readonly versions: VenueVersions;
  readonly publication: Publication;
  readonly hot: HotAnswers;
}

/** A save is the venue file and the few characters around it. */
const saveEnvelopeBytes = 64;

type AnyCall = Pick<Call<typeof saveVenue>, 'caller' | 'requestId'>;
const actorOf = ({ caller, requestId }: AnyCall): Actor => ({
  who: nameOf(caller),
  accountId: caller.kind === 'account' ? caller.accountId : null,
  requestId,
});

export function venueRoutes({ service, versions, publication, hot }: VenueRoutesOptions): AnyRoute[] {
  const ready = (mode: OperatingMode, request: string, headers: IncomingHttpHeaders): Raw | undefined => {
    const answer = hot.find(mode, request);
    return answer === undefined ? undefined : raw(readyAsRaw(answer, headers));
  };
  const prepared = async (value: unknown, headers: IncomingHttpHeaders): Promise<Raw> =>
    raw(
      readyAsRaw(
        await hot.prepare({ body: JSON.stringify(value), contentType: jsonType, cacheControl: venueCaching }),
        headers,
      ),
    );

  /** Made once for each venue that is shown: a live one stays the same object until the next publication. */
  const mandatory = new WeakMap<Venue, Promise<ReadyAnswer>>();

  const shownVenue = async (mode: OperatingMode, architectureId: string): Promise<Venue> => {
    if (mode === 'STAGE') return (await versions.stagedContent(architectureId)).venue;
    const live = publication.live?.content;
    if (live?.row.architectureId !== architectureId) throw notLive(architectureId);
    return live.venue;
  };

  return [
    route({
      endpoint: getVenueVersion,
      policy: venuePolicy.version,
      handle: async ({ mode, headers }) =>
        ready(mode, 'GET /venue/version', headers) ?? publication.version(mode),
    }),
    route({
      endpoint: headVenue,
      policy: venuePolicy.head,
      handle: async ({ mode, headers }) => ready(mode, 'HEAD /venue', headers),
    }),
    route({
      endpoint: getVenue,
      policy: venuePolicy.read,
      handle: async ({ mode, query, headers }) => {
        if (mode === 'STAGE') return prepared(await versions.staged(query.architectureId), headers);
        const answer = ready(mode, venueRequest(query.architectureId), headers);
        if (answer === undefined) throw notLive(query.architectureId);
        return answer;
      },
    }),
    route({
      endpoint: getMandatoryPages,
      policy: venuePolicy.mandatoryPages,
      handle: async ({ mode, params, headers }) => {
        const venue = await shownVenue(mode, params.architectureID);
        const answer = mandatory.get(venue) ?? hot.prepare(mandatoryContent(venue, params.architectureID));
        mandatory.set(venue, answer);
        return raw(readyAsRaw(await answer, headers));
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
      handle: (call) => service.save(call.body, actorOf(call), call.headers['idempotency-key']?.toString()),
    }),
    route({
      endpoint: publishVenue,
      policy: venuePolicy.design,
      idempotent: true,
      handle: async (call) => {
        await service.publish(call.params.architectureID, call.body?.version, actorOf(call));
        return publication.version(call.mode);
      },
    }),
    route({
      endpoint: unpublishVenue,
      policy: venuePolicy.design,
      idempotent: true,
      handle: async (call) => {
        await service.unpublish(actorOf(call));
        return publication.version(call.mode);
      },
    }),
    route({
      endpoint: listVersions,
      policy: venuePolicy.design,
      handle: async ({ query }) => ({ versions: await versions.history(query) }),
    }),
    route({
      endpoint: readVersion,
      policy: venuePolicy.design,
      handle: ({ params }) => versions.read(params.version),
    }),
    route({
      endpoint: restoreVersion,
      policy: venuePolicy.design,
      idempotent: true,
      handle: (call) => service.restore(call.params.version, call.body.baseVersion, actorOf(call)),
    }),
    route({
      endpoint: diffVersions,
      policy: venuePolicy.design,
      handle: ({ params }) => versions.difference(params.from, params.to),
    }),
  ];
}

function mandatoryContent(venue: Venue, architectureId: string): ReadyContent {
  const architecture = venue.architectures[0];
  if (!architecture) throw notLive(architectureId);
  const { impress, privacyNotice } = architecture;
  const body = JSON.stringify({ architectureId, impress, privacyNotice });
  return { body, contentType: jsonType, cacheControl: venueCaching };
}

const notLive = (architectureId: string) =>
  new Refusal('notFound', `There is no published venue ${architectureId} here`);
