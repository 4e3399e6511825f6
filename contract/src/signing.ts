/** Signed URLs of assets (ASSET). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const signAssetUrl = endpoint({
  name: 'signAssetUrl',
  method: 'GET',
  path: '/ui/sign-asset-url',
  summary:
    'Returns a signed URL, valid for at least 20 minutes, for an asset under /backend-assets/live/ or /backend-assets/preview/; with `suffix` in the URL only for this size',
  query: z.strictObject({ url: z.string() }),
  response: z.strictObject({ signedUrl: z.string() }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { query: { url: '/backend-assets/live/nightfall/logo/1' } },
});
