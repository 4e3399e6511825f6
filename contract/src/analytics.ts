/**
 * Hits that browsers send, and the figures that the server makes of them (TRACK-01, TRACK-12). A hit is a GET request with
 * parameters of Matomo's Tracking HTTP API.
 */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { urlLength } from './limits.ts';
import { instant } from './localized.ts';
import { command, event } from './realtime.ts';
import { id, text, withoutNul } from './values.ts';

/** The site id of all hits (`idsite`). */
export const analyticsSiteId = '1';

const flag = z.optional(z.literal('1'));
const shortText = z.string().check(z.minLength(1), z.maxLength(255), withoutNul);
const pageUrl = z
  .string()
  .check(
    z.maxLength(urlLength),
    z.regex(/^https?:\/\/[^\s?#]+$/, 'is not an http or https URL without query and hash'),
  );
const timePart = (max: number) =>
  z.optional(
    z.string().check(
      z.regex(/^\d{1,2}$/, `is not a whole number from 0 to ${max}`),
      z.refine((value) => Number(value) <= max, `is not a whole number from 0 to ${max}`),
    ),
  );

/**
 * A page view has an `action_name` and no event, an event has category, action and `ca`, a heartbeat has `ping`. `rand`
 * and `pv_id` together identify a hit: a repeated one is counted once. `uid` is present if the user has agreed to
 * personalized tracking; its value only matters to Matomo.
 */
export const analyticsHit = z
  .strictObject({
    idsite: z.literal(analyticsSiteId),
    rec: z.literal('1'),
    apiv: flag,
    rand: z.string().check(z.regex(/^[\da-z]{6,32}$/, 'is not 6 to 32 digits and lower-case letters')),
    url: pageUrl,
    urlref: z.optional(pageUrl),
    action_name: z.optional(text),
    _id: z.string().check(z.regex(/^[\da-f]{16}$/, 'is not 16 hexadecimal digits')),
    uid: z.optional(z.string().check(z.regex(/^[\da-f]{32}$/, 'is not 32 hexadecimal digits'))),
    h: timePart(23),
    m: timePart(59),
    s: timePart(59),
    lang: z.optional(z.string().check(z.maxLength(35), z.regex(/^[A-Za-z\d-]+$/, 'is not a language tag'))),
    pv_id: z.string().check(z.regex(/^[\dA-Za-z]{6}$/, 'is not 6 digits and letters')),
    e_c: z.optional(shortText),
    e_a: z.optional(shortText),
    e_n: z.optional(z.string().check(z.maxLength(1_000), withoutNul)),
    ca: flag,
    ping: flag,
    new_visit: flag,
    send_image: z.optional(z.literal('0')),
  })
  .check(
    z.refine(
      ({ e_c, e_a, ca, ping, action_name }) =>
        e_c === undefined && e_a === undefined
          ? ca === undefined && (ping !== undefined || action_name !== undefined)
          : e_c !== undefined && e_a !== undefined && ca !== undefined && ping === undefined,
      'is neither a page view (action_name), nor an event (e_c, e_a and ca=1), nor a heartbeat (ping=1)',
    ),
  );
export type AnalyticsHit = z.infer<typeof analyticsHit>;

export const sendHit = endpoint({
  name: 'sendHit',
  method: 'GET',
  path: '/capture/hit',
  summary: 'Counts a page view, an event or a heartbeat, with parameters of Matomo',
  query: analyticsHit,
  example: {
    query: {
      idsite: '1',
      rec: '1',
      apiv: '1',
      rand: '4f9c2a71',
      url: 'https://venue.example.org/v/nightfall/area/lobby',
      action_name: 'Lobby',
      _id: '0123456789abcdef',
      pv_id: 'aB3dE6',
      send_image: '0',
    },
  },
});

export const getTrackingUserId = endpoint({
  name: 'getTrackingUserId',
  method: 'GET',
  path: '/capture/user-id',
  summary: 'Returns the pseudonym of the signed-in user for hits, if the venue has personalized tracking',
  response: z.strictObject({ uid: z.string() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

/** The lengths of time of which figures are kept. Days are those of the server's time zone. */
export const figurePeriods = ['fiveMinutes', 'hour', 'day'] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

/** People and page views of a period. */
const seriesPoint = z.strictObject({
  /** The start of the period. */
  at: instant,
  /**
   * Different people; a person without a session counts once per page. In a venue with a login, only those who are logged
   * in are counted.
   */
  people: z.number(),
  views: z.number(),
});

const areaFigures = z.strictObject({
  areaId: id,
  views: z.number(),
  /** The time that all people together spent in the area while looking at it. */
  minutes: z.number(),
  /** The most people in one of the shown periods. */
  peak: z.number(),
  /** Different people per day, added up; absent for parts of a day, and until the day is summed up. */
  people: z.optional(z.number()),
});

const eventFigures = z.strictObject({
  category: z.string(),
  action: z.string(),
  areaId: z.optional(id),
  widgetId: z.optional(id),
  widgetType: z.optional(z.string()),
  assetId: z.optional(id),
  cardId: z.optional(id),
  kind: z.optional(z.string()),
  count: z.number(),
  /** Different people per day, added up; absent for parts of a day, and until the day is summed up. */
  people: z.optional(z.number()),
});
export type EventFigures = z.infer<typeof eventFigures>;

export const figures = z.strictObject({
  period: z.enum(figurePeriods),
  /** The time zone of days, `Europe/Berlin`. */
  timeZone: z.string(),
  from: instant,
  to: instant,
  /** Hits after this time are not included yet. */
  updatedAt: z.optional(instant),
  /** Periods without hits are left out. */
  series: z.array(seriesPoint),
  /**
   * The same periods of the day before, and an hour before and after them, because a day in which the clocks change has
   * 23 or 25 hours. Empty if `period` is `day`.
   */
  dayBefore: z.array(seriesPoint),
  areas: z.array(areaFigures),
  events: z.array(eventFigures),
});
export type Figures = z.infer<typeof figures>;

const range = { architectureId: id, from: instant, to: instant };
const exampleRange = {
  architectureId: 'nightfall',
  from: '2026-11-20T00:00:00Z',
  to: '2026-11-21T00:00:00Z',
};

export const getFigures = endpoint({
  name: 'getFigures',
  method: 'GET',
  path: '/analytics/figures',
  summary: 'Returns what happened in an architecture in a range of time: people, areas and events',
  query: z.strictObject(range),
  response: figures,
  errors: ['unauthorized', 'forbidden'],
  example: { query: exampleRange },
});

export const figureTables = ['series', 'areas', 'events'] as const;

export const downloadFigures = endpoint({
  name: 'downloadFigures',
  method: 'GET',
  path: '/analytics/figures.csv',
  summary: 'Returns one of the tables of the figures as CSV',
  query: z.strictObject({ ...range, table: z.enum(figureTables) }),
  response: 'raw',
  errors: ['unauthorized', 'forbidden'],
  example: { query: { ...exampleRange, table: 'areas' } },
});

export const analyticsEndpoints = [sendHit, getTrackingUserId, getFigures, downloadFigures] as const;

/** What happens now. A person counts while a tab with the venue is visible and has the focus. */
export const liveFigures = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.number(),
  people: z.number(),
  /** Areas with people, most first. */
  areas: z.array(z.strictObject({ areaId: id, people: z.number() })),
  /** The events of the last five minutes, most frequent first. */
  events: z.array(z.strictObject({ category: z.string(), action: z.string(), count: z.number() })),
});
export type LiveFigures = z.infer<typeof liveFigures>;

export const subscribeToFigures = command({
  name: 'analytics.subscribe',
  summary:
    'Starts or stops the live figures of an architecture, for hosts and administrators; returns the current ones',
  input: z.strictObject({ enabled: z.boolean(), architectureId: id }),
  result: z.optional(liveFigures),
  errors: ['forbidden'],
  example: { enabled: true, architectureId: 'nightfall' },
});

export const figuresChanged = event({
  name: 'analytics.figures',
  kind: 'ephemeral',
  summary: 'The live figures of the subscribed architecture, every five seconds',
  data: liveFigures,
  example: { at: 1_763_640_000_000, people: 3, areas: [{ areaId: 'lobby', people: 3 }], events: [] },
});
