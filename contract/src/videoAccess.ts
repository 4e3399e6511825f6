/** How a film that a venue names may be played by this user (CALL-11). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { urlLength } from './limits.ts';
import { id, withoutNul } from './values.ts';

export const accessVideo = endpoint({
  name: 'accessVideo',
  method: 'POST',
  path: '/video-access',
  summary:
    'Returns the URL by which the user can play a film of the venue: a page for a frame, an HLS playlist or a file. URLs that expire are requested again before. The URL of an asset can only be loaded by a client that sends the cookie of the response',
  body: z.strictObject({
    architectureId: id,
    areaId: id,
    widgetId: id,
    configId: id,
    /** As the configuration of the widget names it: the URL of an asset without its generation, or of a film on Vimeo. */
    videoUrl: z.string().check(z.maxLength(urlLength), withoutNul),
  }),
  response: z.strictObject({
    kind: z.enum(['iframe', 'hls', 'file']),
    url: z.string(),
    /** Milliseconds since 1970; absent for a URL that does not expire. */
    expiresAt: z.optional(z.number()),
  }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict', 'unavailable'],
  example: {
    body: {
      architectureId: 'nightfall',
      areaId: 'plenary',
      widgetId: 'film',
      configId: 'always',
      videoUrl: 'https://vimeo.com/76979871',
    },
  },
});
