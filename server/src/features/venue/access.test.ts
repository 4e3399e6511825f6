import { describe, expect, test } from 'vitest';
import {
  countLiveAttendees,
  diffVersions,
  getVenue,
  getVenueVersion,
  listVersions,
  publishVenue,
  getVersion,
  getVersionWarnings,
  restoreVersion,
  saveVenue,
  unpublishVenue,
  validateVenue,
  type Endpoint,
} from '@foyer/contract';
import { smallVenue } from './testing/smallVenue.ts';
import { publish, mustSave, startVenueServer } from './testing/designer.ts';
import type { Foyer } from '#testing/foyer';

const calls: readonly (readonly [Endpoint, object])[] = [
  [saveVenue, { body: JSON.stringify({ baseVersion: 1, venue: smallVenue() }) }],
  [validateVenue, { body: JSON.stringify(smallVenue()) }],
  [publishVenue, { params: { architectureID: 'fair' }, body: {} }],
  [unpublishVenue, {}],
  [restoreVersion, { params: { version: 1 }, body: { baseVersion: 1 } }],
  [countLiveAttendees, {}],
  [listVersions, { query: {} }],
  [getVersion, { params: { version: 1 } }],
  [getVersionWarnings, { params: { version: 1 } }],
  [diffVersions, { params: { from: 1, to: 1 } }],
];

const expectUnchanged = async (foyer: Foyer) => {
  expect((await foyer.must(listVersions, { query: {} })).versions).toHaveLength(1);
  expect((await foyer.must(getVenueVersion, {})).publishedVersion).toBe(1);
};

describe('CALL-25m designer requests need the designer role', () => {
  test('an anonymous caller gets 401 in both modes, and nothing changes', async () => {
    const foyer = await startVenueServer();
    await mustSave(foyer, 0);
    await publish(foyer);
    for (const [endpoint, input] of calls)
      for (const mode of ['LIVE', 'STAGE'] as const) {
        const { status, error } = await foyer.call(endpoint, input, {
          as: 'anonymous',
          mode,
        });
        expect([endpoint.name, status, error?.code]).toEqual([endpoint.name, 401, 'unauthorized']);
      }
    await expectUnchanged(foyer);
  });

  test('a caller with access to the stage and no role gets 403, and nothing changes', async () => {
    const foyer = await startVenueServer();
    await mustSave(foyer, 0);
    await publish(foyer);
    for (const [endpoint, input] of calls) {
      const { status, error } = await foyer.call(endpoint, input, {
        as: 'stage',
        mode: 'STAGE',
      });
      expect([endpoint.name, status, error?.code]).toEqual([endpoint.name, 403, 'forbidden']);
    }
    await expectUnchanged(foyer);
  });

  test('a wrong key gets 401, never 500', async () => {
    const foyer = await startVenueServer();
    for (const authorization of [
      'Bearer wrong',
      'Bearer',
      'bearer',
      'Basic YTpi',
      `Bearer ${'x'.repeat(10_000)}`,
    ]) {
      const { status } = await foyer.call(
        unpublishVenue,
        {},
        { as: 'anonymous', headers: { authorization } },
      );
      expect(status, authorization.slice(0, 20)).toBe(401);
    }
  });
});

test('requests that change something must be POST: other methods get 405 and change nothing', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  const headers = await foyer.credentials('admin');
  for (const path of [
    'publish/fair',
    'unpublish',
    'save-venue-json/stage',
    'versions/1/restore',
    'validate-venue-json',
  ])
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await foyer.fetch(`/api/designer/${path}`, { method, headers });
      expect([path, method, response.status]).toEqual([path, method, 405]);
      expect(response.headers.get('allow')).toContain('POST');
    }
  await expectUnchanged(foyer);
});

test("a cookie without the server's Origin, or with another one, changes nothing", async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  const cookie = await foyer.openStage();
  for (const origin of [undefined, 'https://evil.example', 'null', `${foyer.url}.evil.example`]) {
    const headers = { cookie, ...(origin === undefined ? {} : { origin }) };
    const { status } = await foyer.call(unpublishVenue, {}, { as: 'anonymous', mode: 'STAGE', headers });
    expect(status, String(origin)).toBe(403);
  }
  await expectUnchanged(foyer);
});

test('the staged venue needs access to the stage', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  const query = { architectureId: 'fair' };
  expect((await foyer.call(getVenue, { query }, { mode: 'STAGE', as: 'anonymous' })).status).toBe(401);
  expect((await foyer.call(getVenueVersion, {}, { mode: 'STAGE', as: 'anonymous' })).status).toBe(401);
  expect((await foyer.call(getVenue, { query }, { mode: 'STAGE', as: 'stage' })).status).toBe(200);
  // Neither a query parameter nor a header turns a live request into a staged one.
  const disguised = await foyer.fetch('/api/ui/venue?architectureId=fair&mode=STAGE', {
    headers: { 'x-mode': 'STAGE' },
  });
  expect([400, 404]).toContain(disguised.status);
});
