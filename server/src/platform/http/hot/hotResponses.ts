/**
 * Hot responses are the few that every attendee requests: the version, the live venue and the pages. Their bytes are the
 * same for all hosts and for all others, so they are prepared when the venue changes (encoded, compressed, with an ETag)
 * and sent by method and URL before the router, without a handler. So they cost much less than other responses.
 *
 * A request that cannot be authorized synchronously (an uncached stage cookie, a bearer header) falls through to the
 * routes, which check the policy and then send the same buffers. `preparedResponse.ts` makes the buffers, and
 * `hotResponseTable.ts` finds and sends them.
 */
import type { OperatingMode } from '@foyer/contract';
import type { PreparedResponse, ResponseContent } from '#platform/http/hot/preparedResponse';
import type { Caller } from '#platform/http/route';

/** A response for hosts and administrators, and one for all others; they may be the same. */
export interface ResponsesByAudience {
  readonly hosts: PreparedResponse;
  readonly others: PreparedResponse;
}

export interface HotResponses {
  /** Creates the buffers of a response: identity, gzip and brotli, with an ETag and the common headers. */
  prepare(content: ResponseContent): Promise<PreparedResponse>;
  /**
   * Sets or replaces a response. `request` is method and path below `/api`, with the query exactly as clients send it:
   * `GET /ui/venue?architectureId=nightfall`. A response for GET is also used for HEAD. Only for responses that every
   * `venueReader` of the mode may receive.
   */
  set(mode: OperatingMode, request: string, responses: ResponsesByAudience): void;
  /** Removes a response, so that the route's handler is called again. */
  remove(mode: OperatingMode, request: string): void;
  find(mode: OperatingMode, request: string, caller: Caller): PreparedResponse | undefined;
}
