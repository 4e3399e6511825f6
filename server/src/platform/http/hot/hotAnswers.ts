/**
 * Hot answers: ready buffers, compressed once per version, sent ahead of the router by method and URL. Whoever may not
 * have them now (no remembered stage cookie, a bearer header to check) falls through to the routes, which check the
 * policy and then send the same buffers.
 */
import type { OperatingMode } from '@foyer/contract';
import type { ReadyAnswer, ReadyContent } from '#platform/http/hot/readyAnswer';

export interface HotAnswers {
  /** Makes the buffers of an answer: identity, gzip and brotli, with an ETag and the headers every answer has. */
  prepare(content: ReadyContent): Promise<ReadyAnswer>;
  /**
   * Puts an answer in the place of the last one, at once. `request` is method and path below `/api`, with the query as
   * clients write it: `GET /ui/venue?architectureId=nightfall`. A GET answers HEAD too. Only for what every
   * `venueReader` of the mode may have.
   */
  set(mode: OperatingMode, request: string, answer: ReadyAnswer): void;
  /** The route's own handler answers again. */
  remove(mode: OperatingMode, request: string): void;
  find(mode: OperatingMode, request: string): ReadyAnswer | undefined;
}
