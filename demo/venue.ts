/** The demo venue, made from its texts (texts.ts) and the positions in its pictures (art/places.json). */
import type { AreaInput, VenueInput, WidgetInput } from '@foyer/contract';
import { library, listeningShell, mediaFiles, posterBook } from './media.ts';
import { mediaBoard, mediaBoardFiles } from './mediaBoard.ts';
import {
  cookieProviders,
  entryCode,
  film,
  helpMeeting,
  lateTable,
  otherNights,
  votingCode,
  workshopWidgets,
} from './otherCompanies.ts';
import { beside, higher, places, planPlaces, positionOf, sizeOf, spot, type Place } from './places.ts';
import * as texts from './texts.ts';

type AreaId = texts.AreaId;
type ViewPointInput = AreaInput['viewPoints'][number];

/** The files behind the assets, below demo/assets. */
export const assetFiles: Record<string, string> = {
  lobby: 'lobby.webp',
  expo: 'expo.webp',
  plenary: 'plenary.webp',
  'plenary-loop': 'plenary-loop.mp4',
  lounge: 'lounge.webp',
  library: 'library.webp',
  workshops: 'workshops.webp',
  helpdesk: 'helpdesk.webp',
  floorplan: 'floorplan.webp',
  'login-background': 'login-background.webp',
  logo: 'logo.webp',
  favicon: 'favicon-180.png',
  'poster-light': 'poster-light.webp',
  'poster-garden': 'poster-garden.webp',
  'poster-transit': 'poster-transit.webp',
  'poster-sound': 'poster-sound.webp',
  ...mediaFiles,
  ...mediaBoardFiles,
};

function placesOf(areaId: AreaId) {
  const found = places[areaId];
  if (!found) throw new Error(`demo/art/places.json has no area ${areaId}`);
  return found;
}

const doorsOf = (areaId: AreaId, viewpointId: string): ViewPointInput['doors'] =>
  placesOf(areaId).doors.map((door) => ({
    id: `${viewpointId}-to-${door.to}`,
    names: texts.areas[door.to as AreaId].name,
    descriptions: texts.areas[door.to as AreaId].door,
    targetAreaId: door.to,
    position: positionOf(door.position),
    ...(door.opening.size
      ? { opening: { position: positionOf(door.opening.position), size: sizeOf(door.opening.size) } }
      : {}),
  }));

function notice(key: keyof typeof texts.notices, viewpointIds: string[], { position }: Place): WidgetInput {
  const { title, text } = texts.notices[key];
  return {
    id: `notice-${key}`,
    type: 'TextNotificationWidget',
    name: texts.notices[key].title[0]?.text ?? key,
    names: texts.widgetNames[key],
    configurations: [{ id: 'notice', name: key, displayMode: 'EMBEDDED_DIALOG', titles: title, texts: text }],
    placements: viewpointIds.map((viewpointId) => ({ viewpointId, position: positionOf(position) })),
  };
}

/** Reactions are sent from the dock, so the widget has no position in the picture. */
const reactions: WidgetInput = {
  id: 'reactions',
  type: 'AreaReactionsWidget',
  name: 'Reactions',
  names: [...texts.widgetNames.reactions],
  configurations: [{ id: 'signs', name: 'Signs' }],
};

/** The chat of an area, placed at its seats. */
function areaChat(key: 'lobbyChat' | 'loungeChat', viewpointIds: string[], { position }: Place): WidgetInput {
  const names = texts.widgetNames[key];
  return {
    id: 'chat',
    type: 'AreaChatWidget',
    name: names[0]?.text ?? key,
    names: [...names],
    configurations: [{ id: 'chat', name: 'Chat' }],
    placements: viewpointIds.map((viewpointId) => ({ viewpointId, position: positionOf(position) })),
  };
}

/** Short posts of all attendees, between the bottles of the bar. */
const barWall: WidgetInput = {
  id: 'bar-wall',
  type: 'SuperEventSocialWallWidget',
  name: texts.widgetNames.barWall[0]?.text ?? 'barWall',
  names: [...texts.widgetNames.barWall],
  configurations: [{ id: 'posts', name: 'Posts', wallId: 'bar' }],
  placements: [{ viewpointId: 'main', position: positionOf(spot('lounge', 'bar').position) }],
};

/** The stand of each exhibit in the expo hall. The poster on sound hangs above the sounds of the listening shell. */
const stands = {
  light: spot('expo', 'lantern stand'),
  garden: spot('expo', 'garden stand'),
  transit: spot('expo', 'map wall'),
  sound: higher(spot('expo', 'listening shell'), 5.5),
};

function exhibit(key: keyof typeof stands): WidgetInput {
  const { position } = stands[key];
  return {
    id: `exhibit-${key}`,
    type: 'ImageWidget',
    name: texts.exhibits[key].name[0]?.text ?? key,
    names: [...texts.exhibits[key].name],
    configurations: [
      {
        id: 'picture',
        name: key,
        displayMode: 'EMBEDDED_DIALOG',
        assets: [{ locale: 'en', assetId: `poster-${key}` }],
      },
    ],
    placements: ['hall', 'back'].map((viewpointId) => ({ viewpointId, position: positionOf(position) })),
  };
}

function area(id: AreaId, rest: Pick<AreaInput, 'viewMode' | 'viewPoints'> & Partial<AreaInput>): AreaInput {
  return { id, names: texts.areas[id].name, descriptions: texts.areas[id].description, ...rest };
}

const picture = (id: AreaId): ViewPointInput => ({
  id: 'main',
  background: { assetId: id },
  doors: doorsOf(id, 'main'),
});

/** A panorama with two viewpoints at the same position that look in two directions. */
function panorama(
  id: AreaId,
  names: [keyof typeof texts.viewpoints, keyof typeof texts.viewpoints],
): ViewPointInput[] {
  const view = placesOf(id).initialView ?? { yaw: 0, pitch: 0, zoom: 50 };
  return names.map((viewpointId, index) => ({
    id: viewpointId,
    names: texts.viewpoints[viewpointId],
    background: { assetId: id },
    doors: doorsOf(id, viewpointId),
    initialView: index === 0 ? view : { ...view, yaw: view.yaw + 180 },
  }));
}

const areas: AreaInput[] = [
  area('lobby', {
    viewMode: 'VIEW_360D',
    defaultViewpointId: 'entrance',
    viewPoints: panorama('lobby', ['entrance', 'reception']),
    contentWidgets: [
      notice('welcome', ['entrance', 'reception'], spot('lobby', 'large screen')),
      areaChat('lobbyChat', ['entrance', 'reception'], spot('lobby', 'window, left')),
      entryCode,
      reactions,
    ],
  }),
  area('expo', {
    viewMode: 'VIEW_360D',
    defaultViewpointId: 'hall',
    viewPoints: panorama('expo', ['hall', 'back']),
    contentWidgets: [
      ...(['light', 'garden', 'transit', 'sound'] as const).map(exhibit),
      listeningShell,
      mediaBoard,
      otherNights,
    ],
  }),
  area('plenary', {
    viewMode: 'VIEW_2D',
    viewPoints: [
      {
        id: 'main',
        background: {
          videoUrl: 'asset:plenary-loop',
          playerActive: true,
          posterAssetId: 'plenary',
        },
        doors: doorsOf('plenary', 'main'),
      },
    ],
    contentWidgets: [
      film,
      notice('programme', ['main'], { position: { x: 0.5, y: 0.66 } }),
      votingCode,
      reactions,
    ],
  }),
  area('lounge', {
    viewMode: 'VIEW_2D',
    viewPoints: [picture('lounge')],
    contentWidgets: [
      areaChat('loungeChat', ['main'], spot('lounge', 'sofa group')),
      barWall,
      lateTable,
      reactions,
    ],
  }),
  area('library', {
    viewMode: 'VIEW_2D',
    viewPoints: [picture('library')],
    contentWidgets: [notice('reading', ['main'], spot('library', 'desk')), library, posterBook],
  }),
  area('workshops', {
    viewMode: 'VIEW_2D',
    viewPoints: [picture('workshops')],
    contentWidgets: [notice('workshops', ['main'], { position: { x: 0.5, y: 0.78 } }), ...workshopWidgets],
  }),
  area('helpdesk', {
    viewMode: 'VIEW_2D',
    viewPoints: [picture('helpdesk')],
    contentWidgets: [notice('answers', ['main'], beside(spot('helpdesk', 'desk'), -0.25)), helpMeeting],
  }),
];

const alts: Record<string, ReturnType<typeof texts.words>> = {
  ...texts.areaPictures,
  'plenary-loop': texts.areaPictures.plenary,
  floorplan: texts.pictures.floorplan,
  'login-background': texts.pictures.loginBackground,
  logo: texts.pictures.logo,
  'poster-light': [...texts.exhibits.light.alt],
  'poster-garden': [...texts.exhibits.garden.alt],
  'poster-transit': [...texts.exhibits.transit.alt],
  'poster-sound': [...texts.exhibits.sound.alt],
  'poster-window': texts.pictures.posterWindow,
  'poster-bats': texts.pictures.posterBats,
  'poster-sky': texts.pictures.sky,
  sky: texts.pictures.sky,
};

export const demoVenue: VenueInput = {
  architectures: [
    {
      id: 'nightfall',
      name: 'Nightfall 26',
      titles: texts.title,
      descriptions: texts.description,
      defaultAreaId: 'lobby',
      areas,
      floorplan: {
        assetId: 'floorplan',
        areaPositions: planPlaces.map(({ area: areaId, position: { x = 0.5, y = 0.5 } }) => ({
          areaId,
          visible: true,
          x,
          y,
        })),
      },
      globalWidgets: [
        {
          id: 'floorplan',
          type: 'FloorplanWidget',
          name: 'Floorplan',
          names: texts.widgetNames.floorplan,
          configurations: [{ id: 'plan', name: 'plan' }],
        },
        {
          id: 'global-chat',
          type: 'GlobalChatWidget',
          name: 'Everyone at Nightfall',
          names: texts.widgetNames.globalChat,
          configurations: [{ id: 'chat', name: 'chat' }],
        },
      ],
      userProfileAttributes: [
        { key: 'interests', labels: texts.profileLabels.interests, visible: true },
        { key: 'diet', labels: texts.profileLabels.diet, visible: false },
      ],
      globalNavigationEnabled: true,
      // Used only if the server offers Cvent: the event of the demo's stand-in.
      cventLoginEnabled: true,
      cventEvent: 'NIGHTFALL26',
      cookieBannerConfig: {
        type: 'DETAILED',
        text: texts.cookieBanner,
        personalizedTrackingText: texts.tracking,
      },
      personalizedTrackingEnabled: true,
      cookieProviders,
      impress: texts.imprint,
      privacyNotice: texts.privacy,
      style: {
        textColor: '#FFFFFF',
        primaryColor: '#F70041',
        secondaryColor: '#373F60',
        backgroundColor: '#000A33',
        logoAssetId: 'logo',
      },
      loginPageLogo: [{ locale: 'en', assetId: 'logo' }],
      loginPageBackground: [{ locale: 'en', assetId: 'login-background' }],
    },
  ],
  assets: Object.entries(assetFiles).map(([id, file]) => ({ id, displayName: file, alts: alts[id] ?? [] })),
};
