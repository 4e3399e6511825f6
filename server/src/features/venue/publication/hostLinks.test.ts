/** Who receives the links for hosts and the passcodes of meetings (MEET-06). */
import { getVenue, setAccountRoles, type OperatingMode, type Venue, type VenueInput } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Caller, Foyer } from '#testing/foyer';
import { smallVenue } from '../testing/smallVenue.ts';
import { mustSave, publish, startVenueServer } from '../testing/designer.ts';

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

test('MEET-06c a role that is given or taken changes the next response, which has an ETag of its own', async () => {
  const foyer = await startWithMeeting();
  const ada = await foyer.account();
  const etagFor = async () => (await read(foyer, ada, 'LIVE')).headers.get('etag') ?? '';
  const before = await etagFor();
  await foyer.must(setAccountRoles, { params: { userId: ada.id }, body: { roles: ['ROLE_HOST'] } });
  const asHost = await foyer.users.signIn(ada.email);
  const changed = await read(foyer, asHost, 'LIVE', { 'if-none-match': before });
  expect(changed.status).toBe(200);
  expect(linksIn(changed.body)).toMatchObject({ hostMeetingUrl });
  const unchanged = await read(foyer, asHost, 'LIVE', { 'if-none-match': changed.headers.get('etag') ?? '' });
  expect(unchanged.status).toBe(304);
});
