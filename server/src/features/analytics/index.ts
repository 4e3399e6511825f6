/**
 * Analytics (TRACK): what users do at the event.
 *
 * `collector.ts` checks the hits of browsers and stores them: page views and events as rows of `analyticsHit`, presence
 * as rows of `analyticsStay`, one for a person, an area and five minutes. `sums/` sums them up per five minutes, hour and
 * day; `figures/` reads the sums for the organiser's page, and `live.ts` sends what happens now. People are known by
 * pseudonyms only, see `pseudonyms.ts`. `matomo/` also sends the hits to a Matomo if one is configured.
 */
import {
  downloadFigures,
  getFigures,
  getTrackingUserId,
  sendHit,
  subscribeToFigures,
  type ErrorResponse,
} from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { contentDisposition } from '#platform/files/name';
import {
  account,
  accountOf,
  anyoneEvenExpired,
  host,
  raw,
  route,
  type AnyRoute,
  type Raw,
} from '#platform/http/route';
import { onCommand } from '#platform/realtime/commands';
import { Collector } from './collector.ts';
import { FigureReader } from './figures/figures.ts';
import { AnalyticsFigureStore } from './figures/figureStore.ts';
import { toCsv } from './figures/figureTable.ts';
import { AnalyticsHitStore } from './hitStore.ts';
import { LiveFigureSender, liveEveryMs } from './live.ts';
import { LocalDays, serverTimeZone } from './localDays.ts';
import { MatomoRelay } from './matomo/relay.ts';
import { AnalyticsPersonalData } from './personalData.ts';
import type { AnalyticsPorts } from './ports.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { Retention } from './retention.ts';
import { Summing } from './sums/summing.ts';
import { AnalyticsSumStore } from './sums/sumStore.ts';
import { analyticsMigration, type AnalyticsTables } from './tables.ts';

export const analyticsFeature = defineFeature({ migrations: [analyticsMigration], create });

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function create(platform: Platform<AnalyticsTables>, ports: AnalyticsPorts): Feature {
  const { storage } = platform;
  const { retentionDays, matomo } = platform.config.analytics;
  const keptMs = retentionDays * dayMs;
  const days = new LocalDays(serverTimeZone());
  const store = new AnalyticsHitStore(storage);
  const pseudonyms = new Pseudonyms({ ...platform, days });
  // With its own script, Matomo gets the hits from the browsers.
  const relay = matomo && !matomo.script ? new MatomoRelay({ ...platform, matomo }) : undefined;
  const collector = new Collector({
    ...platform,
    ...ports,
    store,
    pseudonyms,
    onCounted: (counted) => {
      if (counted.mode === 'LIVE') relay?.add(counted);
    },
  });
  const summing = new Summing({ ...platform, hits: store, sums: new AnalyticsSumStore(storage), days });
  const figures = new FigureReader({ store: new AnalyticsFigureStore(storage), summing, days });
  const live = new LiveFigureSender({ ...platform, store });
  const retention = new Retention({ ...platform, store, summing, days, keptMs });
  return {
    routes: analyticsRoutes({ countsHits: !matomo?.script, collector, pseudonyms, figures, days, ports }),
    commands: [
      onCommand(subscribeToFigures, (connection, { enabled, architectureId }) =>
        live.subscribe(connection, enabled ? architectureId : undefined),
      ),
    ],
    connections: { closed: (connection) => live.remove(connection) },
    personalData: new AnalyticsPersonalData({ ...platform, pseudonyms, keptMs: keptMs + dayMs }),
    jobs: [
      { name: 'sum up hits', everyMs: minuteMs, run: () => summing.run() },
      { name: 'delete old hits', everyMs: 60 * minuteMs, run: () => retention.deleteExpired() },
      { name: 'send the live figures', everyMs: liveEveryMs, run: () => live.send() },
    ],
    start: async () => relay?.start(),
    stop: async () => relay?.stop(),
  };
}

interface RouteDeps {
  /** False if Matomo's own script counts. */
  readonly countsHits: boolean;
  readonly collector: Collector;
  readonly pseudonyms: Pseudonyms;
  readonly figures: FigureReader;
  readonly days: LocalDays;
  readonly ports: AnalyticsPorts;
}

const analyticsRoutes = ({
  countsHits,
  collector,
  pseudonyms,
  figures,
  days,
  ports,
}: RouteDeps): readonly AnyRoute[] => [
  route({
    endpoint: sendHit,
    policy: anyoneEvenExpired,
    handle: async (call) =>
      !countsHits || (await collector.collect(call)) ? undefined : tooManyHits(call.requestId),
  }),
  route({
    endpoint: getTrackingUserId,
    policy: account,
    handle: async ({ mode, caller }) => {
      const architecture = await ports.shownArchitecture(mode);
      if (architecture?.personalizedTrackingEnabled !== true)
        throw new ApiError('forbidden', 'This venue has no personalized tracking.');
      return { uid: await pseudonyms.userKey(accountOf(caller).accountId) };
    },
  }),
  route({ endpoint: getFigures, policy: host, handle: ({ mode, query }) => figures.read(mode, query) }),
  route({
    endpoint: downloadFigures,
    policy: host,
    handle: async ({ mode, query }) => {
      const { table, ...range } = query;
      const found = await figures.read(mode, range);
      const date = days.dateOf(Date.parse(found.from));
      return raw({
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition('attachment', `figures-${table}-${date}.csv`),
          'cache-control': 'no-store',
        },
        body: toCsv(table, found, await ports.shownArchitecture(mode, query.architectureId)),
      });
    },
  }),
];

/** Not thrown: the log has a line for each error, and there may be thousands of these per second. */
function tooManyHits(requestId: string): Raw {
  const error: ErrorResponse = {
    errMsg: 'Too many hits: try again later.',
    code: 'tooManyRequests',
    requestId,
  };
  return raw({
    status: 429,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '1',
      'cache-control': 'no-store',
    },
    body: JSON.stringify(error),
  });
}
