/** Saves and publishes a venue with the assets of a test over HTTP. */
import type { VenueInput } from '@foyer/contract';
import type { Environment } from '#platform/config/config';
import type { Foyer } from '#testing/foyer';
import type { S3Server } from '#testing/s3';
import { publishNewest, saveVersion } from '#testing/venues';

export const s3Env = ({ options }: S3Server): Environment => ({
  S3_ENDPOINT: options.endpoint,
  S3_BUCKET: options.bucket,
  S3_REGION: options.region,
  S3_ACCESS_KEY_ID: options.accessKeyId,
  S3_SECRET_ACCESS_KEY: options.secretAccessKey,
});

/** A venue of one area with these assets; the first one is the background. */
export function venueOf(
  assets: readonly (string | { id: string; displayName: string })[],
  id = 'fair',
): VenueInput {
  const listed = assets.map((asset) => (typeof asset === 'string' ? { id: asset } : asset));
  const text = [{ locale: 'en' as const, text: 'Hall' }];
  return {
    architectures: [
      {
        id,
        areas: [
          {
            id: 'hall',
            names: text,
            viewMode: 'VIEW_2D',
            viewPoints: [{ id: 'middle', background: { assetId: listed[0]?.id ?? '' } }],
          },
        ],
      },
    ],
    assets: listed,
  };
}

/** Publishes a venue with these assets, which are uploaded already. */
export async function publishWithAssets(foyer: Foyer, assets: Parameters<typeof venueOf>[0]): Promise<void> {
  await saveVersion(foyer, venueOf(assets));
  await publishNewest(foyer, 'fair');
}
