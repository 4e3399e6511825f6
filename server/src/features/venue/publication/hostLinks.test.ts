/** Who receives the links for hosts and the passcodes of meetings (MEET-06). */
import {
  getVenue,
  setAccountRoles,
  venue as venueSchema,
  type OperatingMode,
  type Venue,
  type VenueInput,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Caller, Foyer } from '#testing/foyer';
import { smallVenue } from '../testing/smallVenue.ts';
import { mustSave, publish, startVenueServer } from '../testing/designer.ts';
import { toVenueResponse } from './venueResponse.ts';

const hostMeetingUrl = 'https://teams.microsoft.com/meet/1?p=host';
const meetingUrl = 'https://teams.microsoft.com/meet/1';

function venueWithMeeting(): VenueInput {
  const venue = smallVenue();
  venue.architectures[0]?.areas[0]?.contentWidgets?.push({
    id: 'meeting',
    type: 'TeamsWidget',
    name: 'Meeting',
    configurations: [{ id: 'always', name: 'Always', hostMeetingUrl, meetingUrl }],
  });
  return venue;
}

async function startWithMeeting(): Promise<Foyer> {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, venueWithMeeting());
  await publish(foyer);
  return foyer;
}

const read = (foyer: Foyer, as: Caller, mode: OperatingMode, headers: Record<string, string> = {}) =>
  foyer.call(getVenue, { query: { architectureId: 'fair' } }, { as, mode, headers });
const linksIn = (venue: Venue | undefined) =>
  venue?.architectures[0]?.areas[0]?.contentWidgets
    .filter(({ id }) => id === 'meeting')
    .flatMap(({ configurations }) => configurations)[0];
const shared = { id: 'always', name: 'Always', cookieProviders: [] };

test.each<
  [mode: OperatingMode, as: 'anonymous' | 'guest' | 'attendee' | 'designer' | 'stage', links: object]
>([
  ['LIVE', 'anonymous', { meetingUrl }],
  ['LIVE', 'guest', { meetingUrl }],
  ['LIVE', 'attendee', { meetingUrl }],
  ['LIVE', 'designer', { meetingUrl }],
  ['STAGE', 'designer', { meetingUrl }],
  ['STAGE', 'stage', { meetingUrl }],
])('MEET-06a in mode %s the link for hosts is not sent to: %s', async (mode, as, links) => {
  const foyer = await startWithMeeting();
  // The second response comes from the prepared ones, without the storage.
  for (const _ of [1, 2]) {
    const { body, bytes } = await read(foyer, as, mode);
    expect(linksIn(body)).toEqual({ ...shared, ...links });
    expect(new TextDecoder().decode(bytes)).not.toContain('p=host');
  }
});

test.each<[mode: OperatingMode, as: 'host' | 'administrator' | 'admin']>([
  ['LIVE', 'host'],
  ['LIVE', 'administrator'],
  ['LIVE', 'admin'],
  ['STAGE', 'administrator'],
])('MEET-06b in mode %s the link for hosts is sent to: %s', async (mode, as) => {
  const foyer = await startWithMeeting();
  for (const _ of [1, 2])
    expect(linksIn((await read(foyer, as, mode)).body)).toEqual({ ...shared, hostMeetingUrl, meetingUrl });
});

test('MEET-06c a role that is given or taken changes the next response', async () => {
  const foyer = await startWithMeeting();
  const ada = await foyer.account();
  const setRoles = (...roles: ('ROLE_ATTENDEE' | 'ROLE_HOST')[]) =>
    foyer.must(setAccountRoles, { params: { userId: ada.id }, body: { roles } });
  const linksFor = async (as: Caller) => linksIn((await read(foyer, as, 'LIVE')).body);
  expect(await linksFor(ada)).toEqual({ ...shared, meetingUrl });
  await setRoles('ROLE_ATTENDEE', 'ROLE_HOST');
  const asHost = await foyer.users.signIn(ada.email);
  expect(await linksFor(asHost)).toEqual({ ...shared, hostMeetingUrl, meetingUrl });
  await setRoles('ROLE_ATTENDEE');
  expect(await linksFor(asHost)).toEqual({ ...shared, meetingUrl });
});

test('MEET-06k the ETag of the response for hosts is never confirmed to others, and shared caches store neither', async () => {
  const foyer = await startWithMeeting();
  const callers = ['host', 'attendee', 'anonymous'] as const;
  const responses = await Promise.all(callers.map((as) => read(foyer, as, 'LIVE')));
  const [hosts = '', others = '', anonymous] = responses.map(({ headers }) => headers.get('etag') ?? '');
  expect(hosts).not.toBe(others);
  expect(anonymous).toBe(others);
  for (const { headers } of responses) expect(headers.get('cache-control')).toBe('private, no-cache');
  const statusOf = async (as: Caller, etag: string) =>
    (await read(foyer, as, 'LIVE', { 'if-none-match': etag })).status;
  for (const as of callers) {
    expect(await statusOf(as, hosts)).toBe(as === 'host' ? 304 : 200);
    expect(await statusOf(as, others)).toBe(as === 'host' ? 200 : 304);
    const path = '/api/ui/venue?architectureId=fair';
    const head = await foyer.fetch(path, { method: 'HEAD', headers: await foyer.credentials(as) });
    expect(head.headers.get('etag')).toMatch(as === 'host' ? hosts : others);
  }
});

test('MEET-06j nobody receives the passcode of a meeting with the venue', () => {
  const file = smallVenue();
  file.architectures[0]?.areas[0]?.contentWidgets?.push({
    id: 'meeting',
    type: 'ZoomWidget',
    name: 'Meeting',
    configurations: [
      {
        id: 'always',
        name: 'Always',
        hostMeetingUrl: 'https://zoom.us/s/1',
        meetingNumber: '812345678',
        passcode: 'x',
      },
    ],
  });
  const venue = venueSchema.parse(file);
  const context = { mode: 'LIVE', architectureId: 'fair', publishedVersion: 1 } as const;
  const linksFor = (forHosts: boolean) =>
    linksIn(toVenueResponse(venue, new Map(), { ...context, forHosts }));
  expect(linksFor(true)).toEqual({
    ...shared,
    hostMeetingUrl: 'https://zoom.us/s/1',
    meetingNumber: '812345678',
  });
  expect(linksFor(false)).toEqual({ ...shared, meetingNumber: '812345678' });
});
