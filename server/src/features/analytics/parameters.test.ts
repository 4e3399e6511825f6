import { startMatomo, type MatomoStandIn } from '@foyer/standins/matomo';
import { expect, onTestFinished, test } from 'vitest';
import type { AnalyticsHit } from '@foyer/contract';
import { textLength } from '@foyer/contract/limits';
import { sharedFoyer } from '#testing/foyer';
import { publishExample } from '#testing/venues';
import { eventOf, firefox, hitOf, ping, queryOf } from './testing/hits.ts';

const foyer = sharedFoyer((started) => publishExample(started));

async function startTracker(): Promise<MatomoStandIn> {
  const matomo = await startMatomo();
  onTestFinished(() => matomo.stop());
  return matomo;
}

/** The statuses of the collector and of Matomo's stand-in. */
async function statusesOf(hit: Readonly<Record<string, string>>): Promise<number[]> {
  const query = new URLSearchParams(hit).toString();
  const headers = { 'user-agent': firefox };
  const [matomo, { url }] = [await startTracker(), await foyer()];
  const responses = await Promise.all(
    [`${url}/api/capture/hit`, `${matomo.url}/matomo.php`].map((tracker) =>
      fetch(`${tracker}?${query}`, { headers }),
    ),
  );
  return responses.map(({ status }) => status);
}

type Changes = Partial<AnalyticsHit>;

test.each<[what: string, hit: Changes]>([
  [
    'a page view',
    { urlref: 'https://venue.example.org/', h: '23', m: '59', s: '0', lang: 'de-DE', apiv: '1' },
  ],
  ['an event', eventOf('widget', 'open', 'area=lobby widget=poster type=ImageWidget')],
  ['an event about nothing else', eventOf('profile', 'open')],
  ['a heartbeat', ping],
  ['a hit of a user', { uid: '0123456789abcdef0123456789abcdef' }],
  ['the first hit after a logout', { new_visit: '1' }],
  ['a title in Arabic', { action_name: 'الردهة' }],
])('TRACK-01s the collector and Matomo accept %s', async (_what, changes) => {
  expect(await statusesOf(queryOf(hitOf(changes)))).toEqual([204, 204]);
});

test.each<[what: string, changes: Readonly<Record<string, string>>]>([
  ['site 0', { idsite: '0' }],
  ['a site that is no number', { idsite: 'one' }],
  ['rec=0', { rec: '0' }],
  ['a visitor id of 15 characters', { _id: '0123456789abcde' }],
  ['a visitor id of 17 characters', { _id: '0123456789abcdef0' }],
  ['a visitor id that is not hexadecimal', { _id: '0123456789abcdeg' }],
  ['a page view id of 7 characters', { pv_id: 'aB3dE6f' }],
  ['an hour of 24', { h: '24' }],
  ['a minute of 60', { m: '60' }],
  ['a second that is no number', { s: 'x' }],
  ['a URL that is none', { url: 'lobby' }],
  ['a URL of a script', { url: 'javascript:alert(1)' }],
  ['a category without an action', { e_c: 'widget', ca: '1' }],
  ['an action without a category', { e_a: 'open', ca: '1' }],
  ['a category of 256 characters', queryOf(eventOf('x'.repeat(256), 'open'))],
  ['an empty action', queryOf(eventOf('widget', ''))],
  ['an empty user id', { uid: '' }],
])('TRACK-01t the collector and Matomo reject %s', async (_what, changes) => {
  expect(await statusesOf({ ...queryOf(hitOf()), ...changes })).toEqual([400, 400]);
});

test.each(['idsite', 'rec', 'url'])(
  'TRACK-01u the collector and Matomo reject a hit without %s',
  async (name) => {
    const { [name]: _, ...hit } = queryOf(hitOf());
    expect(await statusesOf(hit)).toEqual([400, 400]);
  },
);

test.each<[what: string, changes: Readonly<Record<string, string>>, reason: RegExp]>([
  ['an unknown event', queryOf(eventOf('widget', 'close')), /e_c and e_a/],
  ['an event named like a property', queryOf(eventOf('toString', 'open')), /e_c and e_a/],
  ["a user's words", queryOf(eventOf('chat', 'access', 'area=lobby Hello Bo')), /e_n/],
  ['subjects in another order', queryOf(eventOf('chat', 'access', 'kind=area area=lobby')), /e_n/],
  ['a URL with a query', { url: 'https://venue.example.org/?ticket=1' }, /url/],
  ['a title that is too long', { action_name: 'x'.repeat(textLength + 1) }, /action_name/],
  ['an unknown parameter', { cip: '198.51.100.7' }, /cip/],
])('TRACK-01v a hit with %s is rejected with the reason', async (_what, changes, reason) => {
  const query = new URLSearchParams({ ...queryOf(hitOf()), ...changes });
  const response = await (
    await foyer()
  ).fetch(`/api/capture/hit?${query.toString()}`, { headers: { 'user-agent': firefox } });
  const { errMsg } = (await response.json()) as { errMsg: string };
  expect([response.status, errMsg]).toEqual([400, expect.stringMatching(reason)]);
});
