/**
 * Hot responses: prepared buffers, compressed once per version, sent by method and URL before the router. Requests that
 * cannot be authorized synchronously (an uncached stage cookie, a bearer header) fall through to the routes, which
 * check the policy and then send the same buffers.
 */
import type { OperatingMode } from '@foyer/contract';
import type { PreparedResponse, ResponseContent } from '#platform/http/hot/preparedResponse';

export interface HotResponses {
  /** Creates the buffers of a response: identity, gzip and brotli, with an ETag and the common headers. */
  prepare(content: ResponseContent): Promise<PreparedResponse>;
  /**
   * Sets or replaces a response. `request` is method and path below `/api`, with the query exactly as clients send it:
   * `GET /ui/venue?architectureId=nightfall`. A response for GET is also used for HEAD. Only for responses that every
   * `venueReader` of the mode may receive.
   */
  set(mode: OperatingMode, request: string, response: PreparedResponse): void;
  /** Removes a response, so that the route's handler is called again. */
  remove(mode: OperatingMode, request: string): void;
  find(mode: OperatingMode, request: string): PreparedResponse | undefined;
}
