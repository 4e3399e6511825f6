/** Signed addresses of assets (ASSET). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const signAssetUrl = endpoint({
  name: 'signAssetUrl',
  method: 'GET',
  path: '/ui/sign-asset-url',
  summary:
    'A signed address for an asset under /backend-assets/live/ or /preview/, good for 20 minutes at least',
  query: z.strictObject({ url: z.string() }),
  answer: z.strictObject({ signedUrl: z.string() }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { query: { url: '/backend-assets/live/nightfall/logo/1' } },
});
