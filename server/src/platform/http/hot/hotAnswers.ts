/**
 * Hot answers: ready buffers, compressed once per version, sent by method and URL before the router. Requests that
 * cannot be authorized synchronously (an uncached stage cookie, a bearer header) fall through to the routes, which
 * check the policy and then send the same buffers.
 */
import type { OperatingMode } from '@foyer/contract';
import type { ReadyAnswer, ReadyContent } from '#platform/http/hot/readyAnswer';

export interface HotAnswers {
  /** Creates the buffers of an answer: identity, gzip and brotli, with an ETag and the common headers. */
  prepare(content: ReadyContent): Promise<ReadyAnswer>;
  /**
   * Sets or replaces an answer. `request` is method and path below `/api`, with the query exactly as clients send it:
   * `GET /ui/venue?architectureId=nightfall`. An answer for GET also answers HEAD. Only for answers that every
   * `venueReader` of the mode may receive.
   */
  set(mode: OperatingMode, request: string, answer: ReadyAnswer): void;
  /** Removes an answer: the route's handler answers again. */
  remove(mode: OperatingMode, request: string): void;
  find(mode: OperatingMode, request: string): ReadyAnswer | undefined;
}
