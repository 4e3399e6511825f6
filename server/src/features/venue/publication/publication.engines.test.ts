import { describe, expect, test } from 'vitest';
import {
  getMandatoryPages,
  getVenue,
  getVenueVersion,
  getVersionWarnings,
  checkVenueAccess,
  listVersions,
  publishVenue,
  getVersion,
  restoreVersion,
  unpublishVenue,
  validateVenue,
} from '@foyer/contract';
import { withChanges, smallVenue } from '../testing/smallVenue.ts';
import {
  liveVenue,
  publish,
  save,
  mustSave,
  stagedVenue,
  startVenueServer,
  titledVenue,
  titleOf,
  upload,
} from '../testing/designer.ts';
import { testEngine, migratedDatabase, testDatabase } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';

const version = (foyer: Foyer, mode: 'LIVE' | 'STAGE' = 'LIVE') =>
  foyer.must(getVenueVersion, {}, { mode, as: mode === 'LIVE' ? 'anonymous' : 'admin' });
const callVenue = (foyer: Foyer, architectureId: string) =>
  foyer.call(getVenue, { query: { architectureId } }, { as: 'anonymous' });

test('VERSION-01a attendees see only the published version while the stage changes', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('First'));
  expect((await callVenue(foyer, 'fair')).error?.code).toBe('notFound');
  await publish(foyer);
  await mustSave(foyer, 1, titledVenue('Second'));
  expect(titleOf(await liveVenue(foyer))).toBe('First');
  expect(titleOf(await stagedVenue(foyer))).toBe('Second');
  await publish(foyer);
  expect(titleOf(await liveVenue(foyer))).toBe('Second');
});

test('CALL-13a publishing returns the live version', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  expect((await publish(foyer)).body).toEqual({
    mode: 'LIVE',
    version: 1,
    publishedVersion: 1,
    publishedArchitectureId: 'fair',
    warnings: [],
  });
});

test('CONSENT-14g validating, saving and publishing warn about content that loads without consent', async () => {
  const foyer = await startVenueServer();
  const background = 'architectures[0].areas[1].viewPoints[0].background';
  const venue = withChanges(smallVenue(), [`${background}.cookieProviders`, undefined]);
  const warnings = [
    {
      path: background,
      reason: expect.stringContaining('loads from media.example.com before attendees have consented'),
    },
  ];
  expect(await foyer.must(validateVenue, { body: JSON.stringify(venue) })).toEqual({ warnings });
  expect((await save(foyer, 0, venue)).body).toEqual({ version: 1, warnings });
  expect((await foyer.must(getVersionWarnings, { params: { version: 1 } })).warnings).toMatchObject([
    { reason: expect.stringMatching(/^loads from media.example.com before/) },
  ]);
  for (const _ of [1, 2])
    expect((await publish(foyer)).body).toMatchObject({ publishedVersion: 1, warnings });
});

test('CALL-13b an architecture that was never saved cannot be published', async () => {
  const foyer = await startVenueServer();
  expect((await publish(foyer, 'nowhere')).error).toMatchObject({
    code: 'notFound',
    errMsg: expect.stringContaining('nowhere'),
  });
});

test('CALL-13c publishing a seen version gets 409 if another one was staged meanwhile', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('Seen'));
  await mustSave(foyer, 1, titledVenue('Not seen'));
  expect((await publish(foyer, 'fair', 1)).error).toMatchObject({
    code: 'versionConflict',
    details: { baseVersion: 1, currentVersion: 2 },
  });
  expect((await version(foyer)).publishedVersion).toBe(-1);
  expect((await publish(foyer, 'fair', 2)).status).toBe(200);
});

test('CALL-13d ten concurrent publications return the same version and make one audit entry', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  const responses = await Promise.all(Array.from({ length: 10 }, () => publish(foyer)));
  for (const { body } of responses)
    expect(body).toMatchObject({ publishedVersion: 1, publishedArchitectureId: 'fair' });
  const audit = await foyer.running.storage.read.selectFrom('venueAudit').select('what').execute();
  expect(audit.map(({ what }) => what).toSorted()).toEqual(['publish', 'save']);
});

test('ten concurrent publications of two architectures leave one of them live and complete', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('A', 'a'));
  await mustSave(foyer, 0, titledVenue('B', 'b'));
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => publish(foyer, index % 2 === 0 ? 'a' : 'b')),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const { publishedArchitectureId, publishedVersion } = await version(foyer);
  const live = await liveVenue(foyer, publishedArchitectureId ?? '');
  expect(live.publishInfo.publishedVersion).toBe(publishedVersion);
  expect(live.architectures[0]?.id).toBe(publishedArchitectureId);
  const other = publishedArchitectureId === 'a' ? 'b' : 'a';
  expect((await callVenue(foyer, other)).error?.code).toBe('notFound');
});

test('CALL-15 unpublishing takes no id and returns publishedVersion -1, also when repeated', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  for (const _ of [1, 2])
    expect(await foyer.must(unpublishVenue, {})).toEqual({
      mode: 'LIVE',
      version: 1,
      publishedVersion: -1,
      publishedArchitectureId: null,
    });
  await publish(foyer);
  expect((await version(foyer)).publishedVersion).toBe(1);
});

test('GUARD-04a publishedVersion is -1 in LIVE before the first publication and after unpublishing', async () => {
  const foyer = await startVenueServer();
  expect(await version(foyer)).toEqual({
    mode: 'LIVE',
    version: 0,
    publishedVersion: -1,
    publishedArchitectureId: null,
  });
  await mustSave(foyer, 0);
  expect(await version(foyer)).toMatchObject({ publishedVersion: -1 });
  await publish(foyer);
  await foyer.must(unpublishVenue, {});
  expect(await version(foyer)).toMatchObject({ publishedVersion: -1, publishedArchitectureId: null });
});

test('GUARD-11c while unpublished the venue and its live assets return 404; publishing brings them back', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  const uri = (await liveVenue(foyer)).assets[0]?.uri ?? '';
  expect((await foyer.fetch(uri)).status).toBe(200);
  await foyer.must(unpublishVenue, {});
  expect((await callVenue(foyer, 'fair')).error?.code).toBe('notFound');
  expect((await foyer.fetch(uri)).status).toBe(404);
  const pages = { params: { architectureID: 'fair' } };
  expect((await foyer.call(getMandatoryPages, pages, { as: 'anonymous' })).error?.code).toBe('notFound');
  await publish(foyer);
  expect((await foyer.fetch(uri)).status).toBe(200);
});

test('GUARD-11b an asset of the live venue is not found below another architecture', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await mustSave(foyer, 0, smallVenue('other'));
  await publish(foyer);
  expect((await foyer.fetch('/backend-assets/live/fair/picture/1')).status).toBe(200);
  for (const address of ['other/picture/1', 'nowhere/picture/1', 'fair/unknown/1', 'fair/picture/9'])
    expect((await foyer.fetch(`/backend-assets/live/${address}`)).status, address).toBe(404);
});

test('CALL-20a the venue contains the URL, generation, type and size of each asset', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  const live = await liveVenue(foyer);
  expect(live.assets).toEqual([
    {
      id: 'picture',
      displayName: 'picture.webp',
      alts: [{ locale: 'en', text: 'A picture' }],
      uri: '/backend-assets/live/fair/picture/1',
      generation: 1,
      mediaType: 'image/png',
      bytes: 94,
      width: 4,
      height: 2,
      averageColour: '#102030',
    },
  ]);
  expect(live.publishInfo).toEqual({ publishedVersion: 1 });
  expect((await stagedVenue(foyer)).assets[0]?.uri).toBe('/backend-assets/preview/fair/picture/1');
});

test('CALL-20b a missing or invalid architectureId is named in the error', async () => {
  const foyer = await startVenueServer();
  const errorOf = async (query: string) => {
    const response = await foyer.fetch(`/api/ui/venue${query}`);
    return { status: response.status, ...((await response.json()) as { errMsg: string; code: string }) };
  };
  expect(await errorOf('')).toMatchObject({
    status: 400,
    code: 'missingParameter',
    errMsg: expect.stringContaining('architectureId'),
  });
  for (const id of ['..%2f..', '%00', '__proto__', '%F0%9F%98%80', 'a'.repeat(200)])
    expect((await errorOf(`?architectureId=${id}`)).status).toBe(400);
  expect((await errorOf(`?architectureId=${'a'.repeat(10_000)}`)).status).toBe(414);
  expect(await errorOf('?architectureId=unknown')).toMatchObject({ status: 404, code: 'notFound' });
});

test('CALL-20c the venue is private and revalidated: its ETag gets 304 until something is published', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  const path = '/api/ui/venue?architectureId=fair';
  const first = await foyer.fetch(path);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const etag = first.headers.get('etag') ?? '';
  const again = (tag: string) => foyer.fetch(path, { headers: { 'if-none-match': tag } });
  expect((await again(etag)).status).toBe(304);
  await mustSave(foyer, 1, titledVenue('Second'));
  await publish(foyer);
  const after = await again(etag);
  expect(after.status).toBe(200);
  expect(titleOf((await after.json()) as never)).toBe('Second');
});

test('CALL-21 the version contains mode, version, publishedVersion and publishedArchitectureId in both modes', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  await mustSave(foyer, 0, smallVenue('other'));
  expect(await version(foyer)).toEqual({
    mode: 'LIVE',
    version: 2,
    publishedVersion: 1,
    publishedArchitectureId: 'fair',
  });
  // The stage shows the architecture saved last.
  expect(await version(foyer, 'STAGE')).toEqual({
    mode: 'STAGE',
    version: 2,
    publishedVersion: 1,
    publishedArchitectureId: 'other',
  });
});

test('CALL-22 HEAD venue returns 200 or 401 without a body', async () => {
  const foyer = await startVenueServer();
  const head = async (mode: 'LIVE' | 'STAGE', as: 'anonymous' | 'admin' | 'stage') => {
    const { status, bytes } = await foyer.call(checkVenueAccess, {}, { mode, as });
    expect(bytes).toHaveLength(0);
    return status;
  };
  expect(await head('LIVE', 'anonymous')).toBe(200);
  expect(await head('STAGE', 'anonymous')).toBe(401);
  expect(await head('STAGE', 'stage')).toBe(200);
  expect(await head('STAGE', 'admin')).toBe(200);
});

test('PAGE-03a imprint, privacy policy and cookie banner need no login in LIVE, and both modes have their own', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  const changed = withChanges(
    smallVenue(),
    ['architectures[0].impress[0].text', '<p>New</p>'],
    ['architectures[0].personalizedTrackingEnabled', true],
  );
  await mustSave(foyer, 1, changed);
  const pages = (mode: 'LIVE' | 'STAGE', as: 'anonymous' | 'admin') =>
    foyer.call(getMandatoryPages, { params: { architectureID: 'fair' } }, { mode, as });
  expect((await pages('LIVE', 'anonymous')).body).toEqual({
    architectureId: 'fair',
    impress: [{ locale: 'en', text: '<p>Imprint of the fair</p>' }],
    privacyNotice: [{ locale: 'en', text: '<p>Privacy at the fair</p>' }],
    cookieBannerConfig: { type: 'SIMPLE', text: [] },
    cookieProviders: [{ id: 'video-host', name: 'Video host', type: 'EXTERNAL_MEDIA', attributes: [] }],
  });
  expect((await pages('STAGE', 'admin')).body).toMatchObject({
    impress: [{ locale: 'en', text: '<p>New</p>' }],
    personalizedTrackingEnabled: true,
  });
  expect((await pages('STAGE', 'anonymous')).error?.code).toBe('unauthorized');
  const unknown = await foyer.call(
    getMandatoryPages,
    { params: { architectureID: 'other' } },
    { as: 'anonymous' },
  );
  expect(unknown.error?.code).toBe('notFound');
});

describe('VERSION-01 asset generations', () => {
  const generation = async (venue: Promise<{ assets: { generation?: number | undefined }[] }>) =>
    (await venue).assets[0]?.generation;

  test('VERSION-01b a published version keeps its generations; after the next save the stage shows the newest ones', async () => {
    const foyer = await startVenueServer();
    await mustSave(foyer, 0);
    await publish(foyer);
    await upload(foyer, 'picture', '#ff0000');
    expect(await generation(liveVenue(foyer))).toBe(1);
    // A published version is pinned, so the stage shows what publishing again would publish.
    expect(await generation(stagedVenue(foyer))).toBe(1);
    await publish(foyer);
    expect(await generation(liveVenue(foyer))).toBe(1);
    await mustSave(foyer, 1);
    expect(await generation(stagedVenue(foyer))).toBe(2);
    expect(await generation(liveVenue(foyer))).toBe(1);
  });

  test('VERSION-01c an asset uploaded between save and publication is published as the stage showed it', async () => {
    const foyer = await startVenueServer();
    await mustSave(foyer, 0);
    await upload(foyer, 'picture', '#ff0000');
    expect(await generation(stagedVenue(foyer))).toBe(2);
    await publish(foyer);
    expect(await generation(liveVenue(foyer))).toBe(2);
    await upload(foyer, 'picture', '#00ff00');
    expect(await generation(liveVenue(foyer))).toBe(2);
  });

  test('VERSION-01d a browser on an older version still gets its picture', async () => {
    const foyer = await startVenueServer();
    await mustSave(foyer, 0);
    await publish(foyer);
    const before = (await liveVenue(foyer)).assets[0]?.uri ?? '';
    const bytes = await (await foyer.fetch(before)).arrayBuffer();
    await upload(foyer, 'picture', '#ff0000');
    await mustSave(foyer, 1);
    await publish(foyer);
    const after = await foyer.fetch(before);
    expect(after.status).toBe(200);
    expect(await after.arrayBuffer()).toEqual(bytes);
  });

  test('VERSION-01e a restored version gets the next number and keeps its own generations', async () => {
    const foyer = await startVenueServer();
    await mustSave(foyer, 0, titledVenue('First'));
    await upload(foyer, 'picture', '#ff0000');
    await mustSave(foyer, 1, titledVenue('Second'));
    const restored = await foyer.must(restoreVersion, { params: { version: 1 }, body: { baseVersion: 2 } });
    expect(restored.version).toBe(3);
    const staged = await stagedVenue(foyer);
    expect([titleOf(staged), staged.assets[0]?.generation]).toEqual(['First', 1]);
    await publish(foyer);
    expect(await generation(liveVenue(foyer))).toBe(1);
    expect((await version(foyer)).publishedVersion).toBe(3);
  });
});

test('VERSION-01f the published version number never decreases: an older architecture is first saved as the next version', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('A', 'a'));
  await mustSave(foyer, 0, titledVenue('B', 'b'));
  await publish(foyer, 'b');
  expect((await publish(foyer, 'a')).body).toMatchObject({
    publishedVersion: 3,
    publishedArchitectureId: 'a',
  });
  const { versions } = await foyer.must(listVersions, { query: {} });
  expect(versions[0]).toMatchObject({ version: 3, restoredFrom: 1, architectureId: 'a', published: true });
  expect(titleOf((await foyer.must(getVersion, { params: { version: 3 } })).venue)).toBe('A');
});

test('the live and the staged venue survive a restart', async () => {
  const database = await migratedDatabase();
  const first = await startFoyer({ database });
  await upload(first, 'picture');
  await mustSave(first, 0, titledVenue('First'));
  await publish(first);
  await mustSave(first, 1, titledVenue('Second'));
  const before = await liveVenue(first);
  await first.stop();
  const second = await startFoyer({ database });
  expect(await liveVenue(second)).toEqual(before);
  expect(titleOf(await stagedVenue(second))).toBe('Second');
  expect(await version(second)).toMatchObject({ version: 2, publishedVersion: 1 });
  await second.stop();
  await database.remove();
});

test('a publication repeated with its Idempotency-Key is done once', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  const headers = { 'idempotency-key': 'publish-1' };
  const input = { params: { architectureID: 'fair' }, body: {} };
  const first = await foyer.call(publishVenue, input, { headers });
  await save(foyer, 1, titledVenue('Second'));
  expect((await foyer.call(publishVenue, input, { headers })).body).toEqual(first.body);
  expect((await version(foyer)).publishedVersion).toBe(1);
});

// SQLite belongs to one process; only on PostgreSQL there are several nodes.
if (testEngine === 'postgres')
  test('a publication by one node becomes live on another without a bus message', async () => {
    const database = await migratedDatabase();
    const other = await testDatabase('sqlite');
    const one = await startFoyer({ database });
    const two = await startFoyer({ database: { dataDir: other.dataDir, databaseUrl: database.databaseUrl } });
    await upload(one, 'picture');
    await mustSave(one, 0);
    const changedOnTwo = new Promise<number>((resolve) => {
      const poll = async (): Promise<void> => {
        const { publishedVersion } = await version(two);
        if (publishedVersion === -1) setImmediate(() => void poll());
        else resolve(publishedVersion);
      };
      void poll();
    });
    await publish(one);
    expect(await changedOnTwo).toBe(1);
    expect((await liveVenue(two)).publishInfo.publishedVersion).toBe(1);
    await Promise.all([one.stop(), two.stop()]);
    await Promise.all([database.remove(), other.remove()]);
  });
