/**
 * The venues of the browser tests, without a cookie banner. `testVenue` has three areas of the demo as flat pictures of
 * small size, so that pages load quickly without rendering a panorama.
 */
import type { AreaInput, VenueInput } from '@foyer/contract';
import * as texts from './texts.ts';
import { demoVenue } from './venue.ts';

type Plan = VenueInput['architectures'][number];
type DoorInput = NonNullable<AreaInput['viewPoints'][number]['doors']>[number];
type RoomId = 'lobby' | 'lounge' | 'library';

/** The files behind the assets, below demo/testAssets and demo/assets. */
export const testAssetFiles: Readonly<Record<string, string>> = {
  lobby: 'testAssets/workshops.webp',
  lounge: 'testAssets/lounge.webp',
  library: 'testAssets/library.webp',
  floorplan: 'testAssets/floorplan.webp',
  'login-background': 'testAssets/login-background.webp',
  'poster-light': 'testAssets/poster-light.webp',
  logo: 'assets/logo.webp',
  favicon: 'assets/favicon-180.png',
};

/** Without the banner and the content that needs consent, so that tests of other things begin without a decision. */
const withoutConsent = (plan: Plan): Plan => ({
  ...plan,
  cookieBannerConfig: { type: 'NONE' },
  cookieProviders: [],
  personalizedTrackingEnabled: false,
  areas: plan.areas.map((area) => ({
    ...area,
    contentWidgets: (area.contentWidgets ?? []).filter(
      ({ configurations }) => !configurations.some(({ cookieProviders }) => cookieProviders?.length),
    ),
  })),
});

/** The demo venue as browser tests use it. */
export const quietDemoVenue: VenueInput = {
  ...demoVenue,
  architectures: demoVenue.architectures.map(withoutConsent),
};

const demoPlan = quietDemoVenue.architectures[0] as Plan;

const door = (from: RoomId, to: RoomId, x: number, y: number): DoorInput => ({
  id: `${from}-to-${to}`,
  names: texts.areas[to].name,
  descriptions: texts.areas[to].door,
  targetAreaId: to,
  position: { kind: '2D', x, y },
  opening: { position: { kind: '2D', x, y: y + 0.15 }, size: { width: 0.1, height: 0.22 } },
});

/** The chat and the reactions of the demo area, with positions for the flat picture. */
const widgetsOf = (id: RoomId): NonNullable<AreaInput['contentWidgets']> =>
  (demoPlan.areas.find((area) => area.id === id)?.contentWidgets ?? [])
    .filter(({ type }) => type === 'AreaChatWidget' || type === 'AreaReactionsWidget')
    .map((widget) =>
      widget.placements?.length
        ? { ...widget, placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.7 } }] }
        : widget,
    );

const room = (id: RoomId, doors: DoorInput[]): AreaInput => ({
  id,
  names: texts.areas[id].name,
  descriptions: texts.areas[id].description,
  viewMode: 'VIEW_2D',
  viewPoints: [{ id: 'main', background: { assetId: id }, doors }],
  contentWidgets: widgetsOf(id),
});

const rooms: AreaInput[] = [
  room('lobby', [door('lobby', 'lounge', 0.12, 0.38), door('lobby', 'library', 0.88, 0.38)]),
  room('lounge', [door('lounge', 'lobby', 0.74, 0.35), door('lounge', 'library', 0.85, 0.33)]),
  room('library', [door('library', 'lobby', 0.3, 0.45), door('library', 'lounge', 0.86, 0.42)]),
];

export const testVenue: VenueInput = {
  architectures: [
    {
      ...demoPlan,
      areas: rooms,
      floorplan: {
        assetId: 'floorplan',
        areaPositions: (demoPlan.floorplan?.areaPositions ?? []).filter(({ areaId }) =>
          rooms.some(({ id }) => id === areaId),
        ),
      },
    },
  ],
  assets: demoVenue.assets?.filter(({ id }) => id in testAssetFiles) ?? [],
};
