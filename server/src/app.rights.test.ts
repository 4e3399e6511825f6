/** P20: the access rules of all endpoints, for every caller and mode, compared with a hand-written table. */
import {
  endSession,
  endpoints,
  getVenue,
  listDevices,
  setAccountBlocked,
  type Endpoint,
  type ErrorResponse,
  type OperatingMode,
  type VenueInput,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { migratedDatabase } from '#testing/database';
import { startFoyer, type Caller, type Foyer } from '#testing/foyer';
import {
  callers,
  accessRules,
  expectedOutcome,
  hostLinkReaders,
  type MatrixCaller,
  type Situation,
} from '#testing/accessRules';
import { exampleVenue, publishExample } from '#testing/venues';

const all: readonly Endpoint[] = endpoints;

test('P20a the table contains exactly the endpoints of the contract', () => {
  const [listed, declared] = [Object.keys(accessRules), all.map(({ name }) => name)];
  const table = 'server/src/testing/accessRules.ts';
  expect(
    declared.filter((name) => !listed.includes(name)),
    `endpoints of the contract without a rule in ${table}`,
  ).toEqual([]);
  expect(
    listed.filter((name) => !declared.includes(name)),
    `rules in ${table} for endpoints that are not in the contract`,
  ).toEqual([]);
});

/** Creates the credentials of each kind of caller. */
async function createCallers(foyer: Foyer, guest: { token: string }): Promise<Record<MatrixCaller, Caller>> {
  const blocked = await foyer.account();
  await foyer.must(setAccountBlocked, { params: { userId: blocked.id }, body: { blocked: true } });
  const ended = await foyer.account();
  const [device] = (await foyer.must(listDevices, {}, { as: ended })).devices;
  await foyer.must(endSession, { params: { sessionId: device?.sessionId ?? '' } }, { as: ended });
  return {
    anonymous: 'anonymous',
    guest,
    attendee: 'attendee',
    host: 'host',
    designer: 'designer',
    administrator: 'administrator',
    admin: 'admin',
    stage: 'stage',
    blocked,
    ended,
  };
}

/** Sends the example of an endpoint. `signOut` is sent by a separate account, because it ends the session. */
async function send(foyer: Foyer, endpoint: Endpoint, mode: OperatingMode, as: Caller) {
  const { params, query, body } = endpoint.example;
  const caller = endpoint.name === 'signOut' && as !== 'anonymous' ? await foyer.account() : as;
  const given =
    endpoint.body === 'raw' ? new Uint8Array(8) : endpoint.body === 'text' ? JSON.stringify(body) : body;
  const input = { params, query, ...(given === undefined ? {} : { body: given }) };
  return foyer.call(endpoint, input, { as: caller, mode });
}

/** Endpoints whose handler responds with 401 to the example: a wrong password, a missing refresh cookie. */
const unauthorizedByHandler = new Set(['signIn', 'refreshSession']);
/** The error of a handler, not of an access rule: the venue of this test has no personalized tracking. */
const isForbiddenByVenue = (error: ErrorResponse | undefined): boolean =>
  error?.errMsg === 'This venue has no personalized tracking.';

const modeOf = (situation: Situation): OperatingMode => (situation === 'STAGE' ? 'STAGE' : 'LIVE');

async function checkAllEndpoints(
  foyer: Foyer,
  situation: Situation,
  guest: { token: string },
): Promise<void> {
  const mode = modeOf(situation);
  await publishExample(foyer);
  const credentials = await createCallers(foyer, guest);
  const found: string[] = [];
  const expected: string[] = [];
  for (const endpoint of all) {
    for (const caller of callers) {
      const { status, error } = await send(foyer, endpoint, mode, credentials[caller]);
      const inside =
        unauthorizedByHandler.has(endpoint.name) ||
        isForbiddenByVenue(error) ||
        (status !== 401 && status !== 403);
      const code = error === undefined || inside ? '' : ` ${error.code}`;
      found.push(`${endpoint.name} by ${caller}: ${inside ? 'in' : status}${code}`);
      const outcome = expectedOutcome(endpoint.name, situation, caller);
      const wanted = { in: '', 401: ' unauthorized', 403: ' forbidden' }[outcome];
      expected.push(`${endpoint.name} by ${caller}: ${outcome}${wanted}`);
      expect(status, `${endpoint.name} by ${caller}`).not.toBe(500);
    }
  }
  expect(found).toEqual(expected);
}

const hostMeetingUrl = 'https://teams.microsoft.com/meet/1?p=host';

function venueWithMeeting(): VenueInput {
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  for (const area of architecture?.areas ?? [])
    area.contentWidgets = [
      {
        id: 'meeting',
        type: 'TeamsWidget',
        name: 'Meeting',
        configurations: [{ id: 'always', name: 'Always', hostMeetingUrl }],
      },
    ];
  return venue;
}

async function checkHostLinks(foyer: Foyer, situation: Situation, guest: { token: string }): Promise<void> {
  const mode = modeOf(situation);
  await publishExample(foyer, venueWithMeeting());
  const credentials = await createCallers(foyer, guest);
  // The first responses come from the route, the second ones are sent before the router.
  for (const _ of [1, 2]) {
    const receivers: MatrixCaller[] = [];
    for (const caller of callers) {
      const { bytes } = await foyer.call(getVenue, getVenue.example, { as: credentials[caller], mode });
      if (Buffer.from(bytes).includes(hostMeetingUrl)) receivers.push(caller);
    }
    expect(receivers).toEqual(hostLinkReaders[situation]);
  }
}

/** Runs a check in a situation, with a guest whose token may be from before a login was required. */
async function inSituation(
  situation: Situation,
  check: (foyer: Foyer, situation: Situation, guest: { token: string }) => Promise<void>,
): Promise<void> {
  if (situation !== 'LIVE, with a login') {
    const foyer = await startFoyer();
    await check(foyer, situation, await foyer.users.guest());
    return;
  }
  const database = await migratedDatabase();
  const before = await startFoyer({ database });
  const guest = await before.users.guest();
  await before.stop();
  const foyer = await startFoyer({ database, login: { providers: [{ type: 'password' }] } });
  await check(foyer, situation, guest);
  await foyer.stop();
  await database.remove();
}

/** Milliseconds. Each test sends hundreds of requests, also on a busy machine. */
const timeoutMs = 300_000;

test(
  'P20b CALL-25n ROLE-02 an anonymous live venue: each endpoint accepts the callers of the table',
  { timeout: timeoutMs },
  () => inSituation('LIVE, without a login', checkAllEndpoints),
);

test(
  'P20c CALL-25k ROLE-02 a live venue with a login: each endpoint accepts the callers of the table',
  { timeout: timeoutMs },
  () => inSituation('LIVE, with a login', checkAllEndpoints),
);

test(
  'P20d CALL-25l ROLE-02 the stage: each endpoint accepts the callers of the table',
  { timeout: timeoutMs },
  () => inSituation('STAGE', checkAllEndpoints),
);

test.each<Situation>(['LIVE, without a login', 'LIVE, with a login', 'STAGE'])(
  'P20e the venue contains the links for hosts for the callers of the table only: %s',
  (situation) => inSituation(situation, checkHostLinks),
);
