/** A venue with a media library, for tests. */
import { uploadAsset, type VenueInput } from '@foyer/contract';
import type { Foyer } from '#testing/foyer';
import { exampleVenue, publishExample } from '#testing/venues';
import { acceptedFiles, hlsFiles, plainPicture, tarOf } from '../../asset/testing/uploads.ts';

type Area = NonNullable<VenueInput['architectures'][number]['areas']>[number];
export type Widget = NonNullable<Area['contentWidgets']>[number];
type Library = Extract<Widget, { type: 'MediaLibraryWidget' }>;
export type Medium = Library['configurations'][number]['folders'][number]['media'][number];

export const text = (en: string, de = en) => [
  { locale: 'en' as const, text: en },
  { locale: 'de' as const, text: de },
];
export const asset = (assetId: string) => [{ locale: 'en' as const, assetId }];

const acceptedFile = (type: string): Buffer =>
  acceptedFiles.find(([mediaType]) => mediaType === type)?.[1] ?? Buffer.alloc(0);

/** The files that `startLibrary` uploads, by asset id. */
export const libraryFiles = {
  plan: acceptedFile('application/pdf'),
  planDe: Buffer.concat([acceptedFile('application/pdf'), Buffer.from('de')]),
  film: acceptedFile('video/mp4'),
  photo: await plainPicture(8, 8, '#336699').png().toBuffer(),
} as const;

/** `talks` has files in two languages, an HLS video and a link; `papers` a name twice; `links` no files. */
export const libraryWidget = (): Library => ({
  id: 'library',
  type: 'MediaLibraryWidget',
  name: 'Library',
  names: text('The library', 'Die Bücherei'),
  configurations: [
    {
      id: 'always',
      name: 'Always',
      folders: [
        {
          id: 'talks',
          names: text('Talks', 'Vorträge'),
          media: [
            {
              id: 'plan',
              names: text('Plan', 'Ablauf'),
              assets: [...asset('plan'), { locale: 'de', assetId: 'planDe' }],
            },
            { id: 'film', names: text('Film'), assets: asset('film') },
            { id: 'stream', names: text('Stream'), assets: asset('stream') },
            { id: 'site', names: text('Website'), uris: [{ locale: 'en', uri: 'https://example.org/' }] },
          ],
        },
        {
          id: 'papers',
          names: text('Papers', 'Unterlagen'),
          media: [
            { id: 'first', names: text('Plan'), assets: asset('plan') },
            { id: 'second', names: text('plan'), assets: asset('planDe') },
            { id: 'unnamed', names: [], assets: asset('photo') },
          ],
        },
        {
          id: 'links',
          names: text('Links'),
          media: [
            { id: 'other', names: text('Other'), uris: [{ locale: 'en', uri: 'https://example.org/' }] },
          ],
        },
      ],
    },
  ],
});

export function venueWithLibrary(...widgets: Widget[]): VenueInput {
  const venue = exampleVenue();
  const [area] = venue.architectures[0]?.areas ?? [];
  if (!area) throw new Error('The example venue has no area');
  area.contentWidgets = widgets.length > 0 ? widgets : [libraryWidget()];
  (venue.assets ??= []).push(
    { id: 'plan', displayName: 'plan-en.pdf' },
    { id: 'planDe' },
    { id: 'film' },
    { id: 'stream' },
    { id: 'photo', displayName: 'A photo' },
  );
  return venue;
}

export const upload = (foyer: Foyer, assetId: string, body: Buffer) =>
  foyer.must(uploadAsset, { params: { assetId }, query: {}, body: new Uint8Array(body) });

export async function uploadLibraryFiles(foyer: Foyer): Promise<void> {
  for (const [assetId, body] of Object.entries(libraryFiles)) await upload(foyer, assetId, body);
  await upload(foyer, 'stream', await tarOf(hlsFiles()));
}

/** Publishes the venue with the files of its library. */
export async function publishLibrary(foyer: Foyer, venue = venueWithLibrary()): Promise<void> {
  await uploadLibraryFiles(foyer);
  await publishExample(foyer, venue);
}
