/** For component tests of the organiser's page: a server with figures and messages, and the page. */
import {
  downloadFigures,
  exampleClient,
  getFigures,
  listCapturedMessages,
  subscribeToFigures,
  type CapturedMessage,
  type Figures,
  type LiveFigures,
  type QueryOf,
  type ResponseOf,
} from '@foyer/contract';
import { expect } from 'vitest';
import { ada, FakeServer, type FakeUser } from '../../../testing/fakeServer.ts';
import { findLayoutFaults } from '../../../testing/layoutFaults.ts';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';

export const host = { ...ada, roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] } as const;
export const admin = { ...ada, roles: ['ROLE_ATTENDEE', 'ROLE_ADMIN'] } as const;

export const path = '/v/nightfall/figures';
/** A Friday, 13:02 in Berlin. */
export const noon = Date.parse('2026-11-20T12:02:00Z');

/** Ten people at half past twelve in Berlin, and fewer before and after; seven at the same time of the day before. */
export function figuresOf(changes: Partial<Figures> = {}): Figures {
  const at = (time: string, day = 20) => `2026-11-${day}T${time}:00Z`;
  return {
    period: 'fiveMinutes',
    timeZone: 'Europe/Berlin',
    from: '2026-11-19T23:00:00Z',
    to: '2026-11-20T23:00:00Z',
    updatedAt: '2026-11-20T12:00:00Z',
    series: [
      { at: at('11:25'), people: 4, views: 9 },
      { at: at('11:30'), people: 10, views: 21 },
      { at: at('11:35'), people: 6, views: 8 },
    ],
    dayBefore: [{ at: at('11:30', 19), people: 7, views: 12 }],
    areas: [
      { areaId: 'lobby', views: 14, minutes: 75, peak: 6, people: 12 },
      { areaId: 'lounge', views: 30, minutes: 9, peak: 10, people: 15 },
      { areaId: 'cellar', views: 2, minutes: 1, peak: 1, people: 1 },
    ],
    events: [
      { category: 'login', action: 'personalized', count: 15, people: 15 },
      { category: 'reaction', action: 'send', areaId: 'lounge', kind: 'clap', count: 8, people: 3 },
      { category: 'presence', action: 'open', count: 2, people: 2 },
    ],
    ...changes,
  };
}

export const emptyFigures: Partial<Figures> = { series: [], dayBefore: [], areas: [], events: [] };

export const liveOf = (changes: Partial<LiveFigures> = {}): LiveFigures => ({
  at: noon,
  people: 9,
  areas: [
    { areaId: 'lounge', people: 6 },
    { areaId: 'lobby', people: 3 },
  ],
  events: [{ category: 'widget', action: 'open', count: 5 }],
  ...changes,
});

/** A server with a host signed in, and these figures for every range. */
export function figuresServer(
  changes: Partial<Figures> = {},
  { live = liveOf(), user = host }: { readonly live?: LiveFigures; readonly user?: FakeUser } = {},
): FakeServer {
  return new FakeServer()
    .signIn(user)
    .respondTo(getFigures, ({ query: { from, to } }) => ({ ...figuresOf(), from, to, ...changes }))
    .respondTo(downloadFigures, () => new Blob(['\ufeffat,people\r\n']) as never)
    .onCommand(subscribeToFigures, ({ enabled }) => (enabled ? live : undefined));
}

interface Opening extends PageOptions {
  readonly query?: string;
}

/** The page with a clock that runs, as the check of accessibility needs it. */
export async function openRunning(
  server: FakeServer,
  { query = '', ...options }: Opening = {},
): Promise<AppPage> {
  const page = await openPage(`${path}${query}`, { server, ...options });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** The page at noon, with a stopped clock. */
export const openFigures = (server = figuresServer(), options: Opening = {}): Promise<AppPage> =>
  openRunning(server, { stopTimeAt: noon, ...options });

export const messageOf = (changes: Partial<CapturedMessage> = {}): CapturedMessage => ({
  id: 'm-1',
  firstAt: '2026-11-20T11:58:00Z',
  lastAt: '2026-11-20T11:58:40Z',
  count: 1,
  mode: 'LIVE',
  level: 'ERROR',
  category: 'ASSET',
  origin: 'UI',
  message: 'picture could not be loaded',
  client: { ...exampleClient, venueLanguage: 'de', clientUsername: 'bo@example.com' },
  requestId: 'request-77',
  ...changes,
});

type Messages = ResponseOf<typeof listCapturedMessages>;

export const messagesOf = (messages: CapturedMessage[], changes: Partial<Messages> = {}): Messages => ({
  messages,
  dropped: 0,
  found: { categories: ['ASSET', 'CHAT'], versions: ['2.0.0', '1.9.0'], browsers: ['Chrome', 'Firefox'] },
  ...changes,
});

/** The page with the tab of messages open. */
export async function openMessages(
  respond: (query: QueryOf<typeof listCapturedMessages>) => Messages,
  options: Opening = {},
): Promise<AppPage> {
  const server = figuresServer({}, { user: admin }).respondTo(listCapturedMessages, ({ query }) =>
    respond(query),
  );
  const page = await openRunning(server, options);
  await page.getByRole('button', { name: /^(Messages|Meldungen|الرسائل)$/ }).click();
  return page;
}

/** Phones, and windows at a zoom of 400 %. */
export async function expectToFitNarrowWindows(page: AppPage): Promise<void> {
  for (const width of [360, 320]) {
    page.resize(width, 700);
    await expect.poll(() => page.window.innerWidth).toBe(width);
    await page.atRest();
    await expect.poll(() => page.fitsAcross).toBe(true);
    await expect.poll(() => findLayoutFaults(page.document), { timeout: 3_000 }).toEqual([]);
  }
}
