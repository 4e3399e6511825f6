/**
 * The widgets of the demo venue whose content is at other companies: films, pages, meetings, boards and votes. Their
 * meetings, boards and codes do not exist: a demo must not lead its visitors into the meeting of strangers.
 */
import type { WidgetInput } from '@foyer/contract';
import { beside, positionOf, sizeOf, spot, type Place } from './places.ts';
import * as texts from './texts.ts';

const named = (key: keyof typeof texts.widgetNames) => ({
  name: texts.widgetNames[key][0]?.text ?? key,
  names: [...texts.widgetNames[key]],
});

const placed = ({ position, size }: Place, viewpointIds = ['main']) =>
  viewpointIds.map((viewpointId) => ({
    viewpointId,
    position: positionOf(position),
    ...(size ? { size: sizeOf(size) } : {}),
  }));

/** For widgets that open a panel: one with a size could be shown in the picture. */
const hotspot = ({ position }: Place, viewpointIds?: string[]) => placed({ position }, viewpointIds);

/** On the screen of the plenary, in place of the picture of the screen. */
export const film: WidgetInput = {
  id: 'film',
  type: 'VimeoWidget',
  ...named('film'),
  configurations: [
    {
      id: 'film',
      name: 'film',
      displayMode: 'EMBEDDED',
      uris: [{ locale: 'en', uri: 'https://vimeo.com/76979871' }],
      captions: true,
      posterAssetId: 'poster-light',
      cookieProviders: ['vimeo'],
    },
  ],
  placements: placed(spot('plenary', 'screen')),
};

/** At the left stand of the expo hall. */
export const otherNights: WidgetInput = {
  id: 'other-nights',
  type: 'IframePopupWidget',
  ...named('otherNights'),
  configurations: [
    {
      id: 'page',
      name: 'page',
      displayMode: 'EMBEDDED_DIALOG',
      uris: [
        { locale: 'en', uri: 'https://en.wikipedia.org/wiki/Long_Night_of_Museums' },
        { locale: 'de', uri: 'https://de.wikipedia.org/wiki/Lange_Nacht_der_Museen' },
      ],
      cookieProviders: ['wikipedia'],
    },
  ],
  placements: hotspot(spot('expo', 'stand at the left'), ['hall', 'back']),
};

/** The three rooms behind the glass, the rolling board and the easel. The programme gives two meetings their times. */
export const workshopWidgets: WidgetInput[] = [
  {
    id: 'teal-room',
    type: 'WherebyMeetingWidget',
    ...named('tealRoom'),
    configurations: [
      {
        id: 'meeting',
        name: 'meeting',
        displayMode: 'EMBEDDED_DIALOG',
        meetingUrl: 'https://nightfall26-example.whereby.com/teal-room',
        hostMeetingUrl: 'https://nightfall26-example.whereby.com/teal-room?roomKey=example-of-a-host-key',
        cookieProviders: ['whereby'],
      },
    ],
    placements: hotspot(beside(spot('workshops', 'left glazed room'), -1)),
  },
  {
    id: 'amber-room',
    type: 'TeamsWidget',
    ...named('amberRoom'),
    configurations: [
      {
        id: 'meeting',
        name: 'meeting',
        meetingUrl: 'https://teams.microsoft.com/meet/0000000000026?p=nightfall',
      },
    ],
    placements: hotspot(spot('workshops', 'middle glazed room')),
  },
  {
    id: 'violet-room',
    type: 'WebExWidget',
    ...named('violetRoom'),
    configurations: [
      { id: 'meeting', name: 'meeting', meetingUrl: 'https://nightfall26-example.webex.com/meet/violet' },
    ],
    placements: hotspot(beside(spot('workshops', 'right glazed room'), 1)),
  },
  {
    id: 'rolling-board',
    type: 'MiroWidget',
    ...named('rollingBoard'),
    configurations: [
      {
        id: 'board',
        name: 'board',
        displayMode: 'EMBEDDED_DIALOG',
        uris: [{ locale: 'en', uri: 'https://miro.com/app/board/uXjVNightfall=/' }],
        cookieProviders: ['miro'],
      },
    ],
    placements: hotspot(spot('workshops', 'rolling board')),
  },
  {
    id: 'night-words',
    type: 'MentimeterTagCloudWidget',
    ...named('nightWords'),
    configurations: [
      {
        id: 'results',
        name: 'results',
        displayMode: 'EMBEDDED_DIALOG',
        uris: [{ locale: 'en', uri: 'https://www.mentimeter.com/app/presentation/nightfall26example/embed' }],
        cookieProviders: ['mentimeter'],
      },
    ],
    placements: hotspot(spot('workshops', 'easel')),
  },
];

/** On the wall between the stage and the door to the expo hall. */
export const votingCode: WidgetInput = {
  id: 'voting-code',
  type: 'MentimeterQrCodeWidget',
  ...named('votingCode'),
  configurations: [
    {
      id: 'vote',
      name: 'vote',
      displayMode: 'EMBEDDED',
      uris: [{ locale: 'en', uri: 'https://www.menti.com/nightfall26example' }],
      votingCode: '00002626',
    },
  ],
  placements: placed({ position: { x: 0.773, y: 0.6 }, size: { w: 0.05, h: 0.089 } }),
};

/** At the small round table of the lounge. */
export const lateTable: WidgetInput = {
  id: 'late-table',
  type: 'GoToMeetingWidget',
  ...named('lateTable'),
  configurations: [{ id: 'meeting', name: 'meeting', meetingUrl: 'https://meet.goto.com/000000026' }],
  placements: hotspot(spot('lounge', 'small group')),
};

/** At the desk, beside the answers. No other widget there has a frame, because isolation for Zoom would block it. */
export const helpMeeting: WidgetInput = {
  id: 'help-meeting',
  type: 'ZoomWidget',
  ...named('helpMeeting'),
  configurations: [
    {
      id: 'meeting',
      name: 'meeting',
      displayMode: 'EMBEDDED_DIALOG',
      meetingUrl: 'https://nightfall26-example.zoom.us/j/00000000026',
      meetingNumber: '000 0000 0026',
      passcode: 'nightfall',
      cookieProviders: ['zoom'],
    },
  ],
  placements: hotspot(beside(spot('helpdesk', 'desk'), 0.25)),
};

/** At the reception of the lobby. */
export const entryCode: WidgetInput = {
  id: 'entry-code',
  type: 'SuperEventQrEntryPointWidget',
  ...named('entryCode'),
  configurations: [
    {
      id: 'entry',
      name: 'entry',
      displayMode: 'EMBEDDED_DIALOG',
      uris: [{ locale: 'en', uri: 'https://superevent.example.org/nightfall26' }],
    },
  ],
  placements: hotspot(spot('lobby', 'reception'), ['entrance', 'reception']),
};

/** What the cookie banner says about a provider of external media. */
function provider(id: keyof typeof texts.cookieProviders, name: string) {
  const { purpose, company, cookies, privacyPolicy } = texts.cookieProviders[id];
  return {
    id,
    name,
    type: 'EXTERNAL_MEDIA' as const,
    attributes: [
      { key: 'Purpose', value: purpose },
      { key: 'Company', value: company },
      { key: 'Cookies', value: cookies },
      { key: 'Privacy policy', value: privacyPolicy },
    ],
  };
}

export const cookieProviders = [
  provider('vimeo', 'Vimeo'),
  provider('wikipedia', 'Wikipedia'),
  provider('miro', 'Miro'),
  provider('mentimeter', 'Mentimeter'),
  provider('whereby', 'Whereby'),
  provider('zoom', 'Zoom'),
];
