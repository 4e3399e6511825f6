/** Test helpers: what a designer does with a venue over HTTP. */
import sharp from 'sharp';
import { getVenue, publishVenue, uploadAsset, saveVenue, type Venue, type VenueInput } from '@foyer/contract';
import type { CallResponse, CallOptions, Foyer, FoyerOptions } from '#testing/foyer';
import { startFoyer } from '#testing/foyer';
import { saveVersion } from '#testing/venues';
import { smallVenue } from './smallVenue.ts';

/** A PNG picture of one color; the bytes differ by color. */
export const pngPicture = async (background: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 4, height: 2, channels: 3, background } })
      .png()
      .toBuffer(),
  );

/** Uploads a picture as an asset; returns its generation. */
export async function upload(foyer: Foyer, assetId: string, background = '#102030'): Promise<number> {
  const body = await pngPicture(background);
  return (await foyer.must(uploadAsset, { params: { assetId }, query: {}, body })).generation;
}

/** Starts a server with the small venue's picture uploaded and no venue saved. */
export async function startVenueServer(options: FoyerOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer(options);
  await upload(foyer, 'picture');
  return foyer;
}

export const save = (
  foyer: Foyer,
  baseVersion: number,
  venue: VenueInput = smallVenue(),
  options: CallOptions = {},
): Promise<CallResponse<typeof saveVenue>> =>
  foyer.call(saveVenue, { body: JSON.stringify({ baseVersion, venue }) }, options);

/** Saves and returns the version number; an error fails the test. */
export const mustSave = (
  foyer: Foyer,
  baseVersion: number,
  venue: VenueInput = smallVenue(),
): Promise<number> => saveVersion(foyer, venue, baseVersion);

export const publish = (foyer: Foyer, architectureID = 'fair', version?: number) =>
  foyer.call(publishVenue, { params: { architectureID }, body: version === undefined ? {} : { version } });

export const liveVenue = (foyer: Foyer, architectureId = 'fair'): Promise<Venue> =>
  foyer.must(getVenue, { query: { architectureId } }, { as: 'anonymous' });

export const stagedVenue = (foyer: Foyer, architectureId = 'fair'): Promise<Venue> =>
  foyer.must(getVenue, { query: { architectureId } }, { mode: 'STAGE' });

/** The small venue with another title, to distinguish versions. */
export function titledVenue(title: string, id = 'fair'): VenueInput {
  const venue = smallVenue(id);
  const [architecture] = venue.architectures;
  if (architecture) architecture.titles = [{ locale: 'en', text: title }];
  return venue;
}

export const titleOf = (venue: Venue): string | undefined => venue.architectures[0]?.titles?.[0]?.text;
