/** Saves and publishes a small venue on a test server, with the requests of a designer. */
import {
  publishVenue,
  restoreVersion,
  saveVenue,
  uploadAsset,
  type ContentWidget,
  type Venue,
  type VenueInput,
} from '@foyer/contract';
import sharp from 'sharp';
import { passwordLogin, startFoyer, type Foyer, type FoyerOptions } from './foyer.ts';

const words = (en: string, de: string, ar: string) => [
  { locale: 'en' as const, text: en },
  { locale: 'de' as const, text: de },
  { locale: 'ar' as const, text: ar },
];

/** A venue with the id, titles and assets of the examples in the contract. */
export function exampleVenue(): VenueInput {
  return {
    architectures: [
      {
        id: 'nightfall',
        titles: words('Nightfall 26', 'Nachtfall 26', 'حلول الليل ٢٦'),
        descriptions: words('Two evenings & a view', 'Zwei Abende & eine Aussicht', 'أمسيتان ومنظر'),
        style: { logoAssetId: 'logo' },
        areas: [
          {
            id: 'lobby',
            names: words('Lobby', 'Empfang', 'الردهة'),
            descriptions: words('Where "all" begins', 'Wo alles beginnt', 'حيث يبدأ كل شيء'),
            viewMode: 'VIEW_2D',
            viewPoints: [
              {
                id: 'door',
                background: { videoUrl: 'https://media.example.org/hall.mp4', playerActive: true },
              },
            ],
          },
        ],
      },
    ],
    assets: [{ id: 'logo', displayName: 'logo.png' }],
  };
}

/** `exampleVenue` with a second area, `lounge`. */
export function twoAreas(): VenueInput {
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  const [lobby] = architecture?.areas ?? [];
  if (architecture && lobby) architecture.areas.push({ ...lobby, id: 'lounge' });
  return venue;
}

/** Saves a venue as the next version. Returns the version. */
export async function saveVersion(foyer: Foyer, venue: VenueInput, baseVersion = 0): Promise<number> {
  const { version } = await foyer.must(saveVenue, { body: JSON.stringify({ baseVersion, venue }) });
  return version;
}

/** Publishes the newest version of an architecture. */
export const publishNewest = (foyer: Foyer, architectureID: string) =>
  foyer.must(publishVenue, { params: { architectureID }, body: {} });

/** Uploads the logo and saves the venue to the stage. Returns the version. */
export async function saveExample(foyer: Foyer, venue = exampleVenue(), baseVersion = 0): Promise<number> {
  const logo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#f70041' } })
    .png()
    .toBuffer();
  await foyer.must(
    uploadAsset,
    { params: { assetId: 'logo' }, query: {}, body: new Uint8Array(logo) },
    { headers: { 'content-type': 'image/png' } },
  );
  return saveVersion(foyer, venue, baseVersion);
}

/**
 * Saves a venue of two areas with these widgets, by the id of their area, and shows it on the stage. Returns its version.
 * The venue check refuses widgets of a type that is not built, so they are added to a version that is stored, which is
 * then restored.
 */
export async function saveWidgets(
  foyer: Foyer,
  widgets: Readonly<Partial<Record<'lobby' | 'lounge', readonly ContentWidget[]>>>,
  baseVersion = 0,
): Promise<number> {
  const version = await saveExample(foyer, twoAreas(), baseVersion);
  const { db } = foyer.running.storage;
  const stored = db.selectFrom('venueVersion').select('venue').where('version', '=', version);
  const venue = JSON.parse((await stored.executeTakeFirstOrThrow()).venue) as Venue;
  for (const { id, contentWidgets } of venue.architectures[0]?.areas ?? [])
    contentWidgets.push(...(widgets[id as keyof typeof widgets] ?? []));
  const change = { venue: JSON.stringify(venue) };
  await db.updateTable('venueVersion').set(change).where('version', '=', version).execute();
  const restored = await foyer.must(restoreVersion, { params: { version }, body: { baseVersion: version } });
  return restored.version;
}

/** Like `saveExample`, and publishes the version. */
export async function publishExample(foyer: Foyer, venue = exampleVenue()): Promise<number> {
  const version = await saveExample(foyer, venue);
  await publishNewest(foyer, 'nightfall');
  return version;
}

/** Starts a server whose venue has two areas, `lobby` and `lounge`, and requires a login. */
export async function startTwoAreas(options: FoyerOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishExample(foyer, twoAreas());
  return foyer;
}
