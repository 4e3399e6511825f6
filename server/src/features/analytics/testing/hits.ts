/** Sends hits like the web app. */
import { sendHit, type AnalyticsHit, type OperatingMode } from '@foyer/contract';
import type { Caller } from '#testing/calls';
import type { Foyer } from '#testing/foyer';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const ada = '00000000000000ad';
export const bo = '00000000000000b0';

let sent = 0;

/** A page view of the lobby; each has its own `rand`. */
export function hitOf(changes: Partial<AnalyticsHit> = {}): AnalyticsHit {
  sent += 1;
  const isPageView = changes.e_c === undefined && changes.ping === undefined;
  return {
    idsite: '1',
    rec: '1',
    rand: String(sent).padStart(8, '0'),
    url: 'https://venue.example.org/v/nightfall/area/lobby',
    _id: ada,
    pv_id: 'aB3dE6',
    send_image: '0',
    ...(isPageView && { action_name: 'Lobby' }),
    ...changes,
  };
}

/** As text parameters. */
export const queryOf = (hit: Partial<AnalyticsHit>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(hit).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export const inArea = (areaId: string): Partial<AnalyticsHit> => ({
  url: `https://venue.example.org/v/nightfall/area/${areaId}`,
});
export const ping: Partial<AnalyticsHit> = { ping: '1' };
export const eventOf = (e_c: string, e_a: string, e_n?: string): Partial<AnalyticsHit> => ({
  e_c,
  e_a,
  ca: '1',
  ...(e_n !== undefined && { e_n }),
});

export interface HitOptions {
  readonly as?: Caller;
  readonly mode?: OperatingMode;
  readonly headers?: Readonly<Record<string, string>>;
}

export const send = (
  foyer: Foyer,
  changes: Partial<AnalyticsHit> = {},
  { as = 'anonymous', mode = 'LIVE', headers }: HitOptions = {},
) =>
  foyer.call(
    sendHit,
    { query: hitOf(changes) },
    { as, mode, headers: { 'user-agent': firefox, ...headers } },
  );

/** @param place below `/stage/v/`, such as `nightfall/area/lobby` */
export const sendOnStage = (foyer: Foyer, place: string, changes: Partial<AnalyticsHit> = {}) =>
  send(
    foyer,
    { ...changes, url: `https://venue.example.org/stage/v/${place}` },
    { as: 'designer', mode: 'STAGE' },
  );

export const storedHits = ({ running }: Foyer) =>
  running.storage.db.selectFrom('analyticsHit').selectAll().orderBy('at').orderBy('rand').execute();
export const storedStays = ({ running }: Foyer) =>
  running.storage.db
    .selectFrom('analyticsStay')
    .selectAll()
    .orderBy('slot')
    .orderBy('areaId')
    .orderBy('visitor')
    .execute();
