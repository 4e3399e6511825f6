/** A venue of 50 areas and 500 widgets, the size of a large event. */
import type { AreaInput, VenueInput, WidgetInput } from '@foyer/contract';

export const areaCount = 50;
export const widgetsPerArea = 10;
const doorsPerArea = 6;

const texts = (en: string, de: string, ar: string) => [
  { locale: 'en' as const, text: en },
  { locale: 'de' as const, text: de },
  { locale: 'ar' as const, text: ar },
];
const areaId = (index: number) => `hall-${index % areaCount}`;
/** One picture per area and one per widget of every second kind. */
const background = (index: number) => `background-${index}`;
const poster = (area: number, widget: number) => `poster-${area}-${widget}`;

/** The ids of all assets in the venue. They must be uploaded before the venue is saved. */
export const bigVenueAssetIds: readonly string[] = Array.from({ length: areaCount }, (_, area) => [
  background(area),
  ...Array.from({ length: widgetsPerArea / 2 }, (_unused, widget) => poster(area, widget)),
]).flat();

function widgetOf(area: number, index: number): WidgetInput {
  const shared = {
    id: `widget-${index}`,
    name: `Widget ${index} of hall ${area}`,
    names: texts(`Stand ${index}`, `Stand ${index}`, `جناح ${index}`),
    placements: [
      {
        viewpointId: 'entrance',
        position: { kind: '2D' as const, x: (index + 0.5) / widgetsPerArea, y: 0.55 },
        size: { width: 0.08, height: 0.12 },
      },
    ],
  };
  if (index % 2 === 0) {
    const assets = (['en', 'de', 'ar'] as const).map((locale) => ({
      locale,
      assetId: poster(area, index / 2),
    }));
    return {
      ...shared,
      type: 'ImageWidget',
      configurations: [{ id: 'always', name: 'Always', assets, zoom: true }],
    };
  }
  const words = 'What happens here, who is here and when to come back. '.repeat(6);
  const days = ['2026-11-20', '2026-11-21'].map((day, number) => ({
    id: `day-${number + 1}`,
    name: `Day ${number + 1}`,
    begin: `${day}T08:00:00Z`,
    end: `${day}T18:00:00Z`,
    titles: texts('Today', 'Heute', 'اليوم'),
    texts: texts(`<p>${words}</p>`, `<p>${words}</p>`, `<p>${words}</p>`),
  }));
  return { ...shared, type: 'TextNotificationWidget', configurations: days };
}

const areaOf = (index: number): AreaInput => ({
  id: areaId(index),
  names: texts(`Hall ${index}`, `Halle ${index}`, `قاعة ${index}`),
  descriptions: texts(`The hall of stands ${index}`, `Die Halle der Stände ${index}`, `قاعة الأجنحة ${index}`),
  viewMode: 'VIEW_2D',
  defaultViewpointId: 'entrance',
  viewPoints: [
    {
      id: 'entrance',
      names: texts('Entrance', 'Eingang', 'المدخل'),
      background: { assetId: background(index) },
      doors: Array.from({ length: doorsPerArea }, (_, door) => ({
        id: `door-${door}`,
        names: texts('Next hall', 'Nächste Halle', 'القاعة التالية'),
        targetAreaId: areaId(index + door + 1),
        targetViewpointId: 'entrance',
        position: { kind: '2D' as const, x: (door + 0.5) / doorsPerArea, y: 0.8 },
      })),
    },
  ],
  contentWidgets: Array.from({ length: widgetsPerArea }, (_, widget) => widgetOf(index, widget)),
});

/** The venue; a new object at each call. */
export function bigVenue(architectureId = 'expo'): VenueInput {
  const areas = Array.from({ length: areaCount }, (_, index) => areaOf(index));
  return {
    architectures: [
      {
        id: architectureId,
        titles: texts('The big expo', 'Die große Messe', 'المعرض الكبير'),
        defaultAreaId: areaId(0),
        areas,
        floorplan: {
          assetId: background(0),
          areaPositions: areas.map(({ id }, index) => ({
            areaId: id,
            visible: true,
            x: (index % 10) / 10,
            y: Math.floor(index / 10) / 5,
          })),
        },
        globalWidgets: [
          {
            id: 'floorplan',
            type: 'FloorplanWidget',
            name: 'Floorplan',
            configurations: [{ id: 'always', name: 'Always' }],
          },
        ],
        impress: texts('<p>Imprint</p>', '<p>Impressum</p>', '<p>بيانات النشر</p>'),
        privacyNotice: texts('<p>Privacy</p>', '<p>Datenschutz</p>', '<p>الخصوصية</p>'),
      },
    ],
    assets: bigVenueAssetIds.map((id) => ({
      id,
      displayName: `${id}.webp`,
      alts: texts('A picture', 'Ein Bild', 'صورة'),
    })),
  };
}

/** The only asset of `oneArea`. */
export const pictureOfOneArea = background(0);
/** A GIF of one pixel, for benchmarks in which the content of pictures does not matter. */
export const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64');

/** The venue with its first area only, and these widgets in it. */
export function oneArea(contentWidgets: WidgetInput[]): VenueInput {
  const venue = bigVenue();
  const architecture = venue.architectures[0]!;
  architecture.areas = architecture.areas.slice(0, 1).map((area) => ({
    ...area,
    viewPoints: area.viewPoints.map((viewPoint) => ({ ...viewPoint, doors: [] })),
    contentWidgets,
  }));
  architecture.floorplan?.areaPositions?.splice(1);
  venue.assets = venue.assets?.filter(({ id }) => id === pictureOfOneArea);
  return venue;
}
