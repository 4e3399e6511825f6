/** A small complete venue for tests, and helpers to change it. */
import type { VenueInput } from '@foyer/contract';

const en = (text: string) => [{ locale: 'en' as const, text }];

/** Two areas with a door each way, one widget, a floorplan, an asset `picture`. Returns a new object at each call. */
export function smallVenue(id = 'fair'): VenueInput {
  return {
    architectures: [
      {
        id,
        titles: en('The fair'),
        defaultAreaId: 'lobby',
        impress: en('<p>Imprint of the fair</p>'),
        privacyNotice: en('<p>Privacy at the fair</p>'),
        cookieBannerConfig: { type: 'SIMPLE' },
        cookieProviders: [{ id: 'video-host', name: 'Video host', type: 'EXTERNAL_MEDIA' }],
        floorplan: {
          assetId: 'picture',
          areaPositions: [{ areaId: 'lobby', visible: true, x: 0.5, y: 0.5 }],
        },
        globalWidgets: [
          {
            id: 'plan',
            type: 'FloorplanWidget',
            name: 'Plan',
            configurations: [{ id: 'always', name: 'Always' }],
          },
        ],
        areas: [
          {
            id: 'lobby',
            names: en('Lobby'),
            viewMode: 'VIEW_2D',
            defaultViewpointId: 'door-side',
            viewPoints: [
              {
                id: 'door-side',
                background: { assetId: 'picture' },
                doors: [
                  {
                    id: 'to-hall',
                    names: en('To the hall'),
                    targetAreaId: 'hall',
                    targetViewpointId: 'middle',
                    position: { kind: '2D', x: 0.2, y: 0.7 },
                  },
                ],
              },
            ],
            contentWidgets: [
              {
                id: 'poster',
                type: 'ImageWidget',
                name: 'Poster',
                configurations: [
                  {
                    id: 'day-one',
                    name: 'Day one',
                    cookieProviders: ['video-host'],
                    begin: '2026-11-20T08:00:00Z',
                    end: '2026-11-20T18:00:00Z',
                    assets: [{ locale: 'en', assetId: 'picture' }],
                  },
                ],
                placements: [{ viewpointId: 'door-side', position: { kind: '2D', x: 0.5, y: 0.4 } }],
              },
            ],
          },
          {
            id: 'hall',
            names: en('Hall'),
            viewMode: 'VIEW_360D',
            viewPoints: [
              {
                id: 'middle',
                background: {
                  videoUrl: 'https://media.example.com/hall.mp4',
                  playerActive: true,
                  posterAssetId: 'picture',
                  cookieProviders: ['video-host'],
                },
                doors: [
                  {
                    id: 'back',
                    names: en('Back'),
                    targetAreaId: 'lobby',
                    position: { kind: '360', yaw: 180, pitch: 0 },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    assets: [{ id: 'picture', displayName: 'picture.webp', alts: en('A picture') }],
  };
}

export type Change = readonly [path: string, value: unknown];

/** The venue with the value at a path (`architectures[0].areas[1].id`) replaced; `undefined` removes it. */
export function withChanges(venue: VenueInput, ...changes: readonly Change[]): VenueInput {
  const copy = structuredClone(venue);
  for (const [path, value] of changes) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
    const last = steps.pop() ?? '';
    let target = copy as unknown as Record<string, unknown>;
    for (const step of steps) target = target[step] as Record<string, unknown>;
    if (value === undefined) delete target[last];
    else target[last] = value;
  }
  return copy;
}

/** The text of a venue with about 400 areas, large enough to be checked in the worker thread. */
export function bigVenueText(defaultAreaId: string): string {
  const venue = smallVenue();
  const [architecture] = venue.architectures;
  const [lobby] = architecture?.areas ?? [];
  if (!architecture || !lobby) throw new Error('The small venue has no lobby');
  architecture.defaultAreaId = defaultAreaId;
  for (let index = 0; index < 400; index += 1) architecture.areas.push({ ...lobby, id: `room-${index}` });
  return JSON.stringify(venue);
}
