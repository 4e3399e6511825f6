/** A published venue with the areas `lobby` and `lounge`, the widget `poster` in the lobby, and personalized tracking. */
import type { VenueInput } from '@foyer/contract';
import { startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';
import { publishExample, saveVersion, twoAreas } from '#testing/venues';

export function analyticsVenue(): VenueInput {
  const venue = twoAreas();
  const [architecture] = venue.architectures;
  const [lobby] = architecture?.areas ?? [];
  if (architecture) architecture.personalizedTrackingEnabled = true;
  if (lobby)
    lobby.contentWidgets = [
      {
        id: 'poster',
        type: 'ImageWidget',
        name: 'Poster',
        configurations: [{ id: 'always', name: 'Always', assets: [{ locale: 'en', assetId: 'logo' }] }],
      },
    ];
  return venue;
}

export async function startAnalytics(options: FoyerOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer(options);
  await publishExample(foyer, analyticsVenue());
  return foyer;
}

/** Saves a second architecture with the areas `lobby` and `areaId`, which only the stage shows. */
export async function saveArchitecture(foyer: Foyer, architectureId: string, areaId: string): Promise<void> {
  const venue = twoAreas();
  const [architecture] = venue.architectures;
  if (architecture) {
    architecture.id = architectureId;
    architecture.areas = architecture.areas.map((area) =>
      area.id === 'lounge' ? { ...area, id: areaId } : area,
    );
  }
  await saveVersion(foyer, venue);
}
