import { expect, test } from 'vitest';
import {
  getVenueVersion,
  listVersions,
  getVersion,
  restoreVersion,
  saveVenue,
  validateVenue,
  venueFileBytes,
} from '@foyer/contract';
import { bigVenueText, withChanges, smallVenue } from './testing/smallVenue.ts';
import { save, mustSave, stagedVenue, startVenueServer, titledVenue, titleOf } from './testing/designer.ts';
import { startFoyer } from '#testing/foyer';

const versionsOf = async (foyer: Awaited<ReturnType<typeof startVenueServer>>) =>
  (await foyer.must(listVersions, { query: {} })).versions;

test('CALL-14a a save returns its version, and the stage shows it', async () => {
  const foyer = await startVenueServer();
  expect((await save(foyer, 0)).body).toEqual({ version: 1, warnings: [] });
  expect(await mustSave(foyer, 1, titledVenue('Second'))).toBe(2);
  expect(titleOf(await stagedVenue(foyer))).toBe('Second');
});

test('CALL-14b VERSION-08a of two saves with the same base the second gets 409 with both versions, and nothing is lost', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await mustSave(foyer, 1, titledVenue('Mine'));
  const late = await save(foyer, 1, titledVenue('Yours'));
  expect(late.error).toMatchObject({
    code: 'versionConflict',
    details: { baseVersion: 1, currentVersion: 2 },
  });
  expect(late.error?.errMsg).toMatch(/base version is 1.*current version is 2/);
  expect(titleOf(await stagedVenue(foyer))).toBe('Mine');
  expect(await mustSave(foyer, 2, titledVenue('Yours'))).toBe(3);
  expect(titleOf((await foyer.must(getVersion, { params: { version: 2 } })).venue)).toBe('Mine');
});

test('CALL-14c of ten concurrent saves with one base exactly one succeeds, and the others get its version', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(foyer, 1, titledVenue(`Saver ${index}`))),
  );
  const succeeded = responses.filter(({ status }) => status === 200);
  expect(succeeded).toHaveLength(1);
  for (const { error } of responses.filter(({ status }) => status !== 200))
    expect(error).toMatchObject({ code: 'versionConflict', details: { baseVersion: 1, currentVersion: 2 } });
  expect(await versionsOf(foyer)).toHaveLength(2);
  const winner = responses.findIndex(({ status }) => status === 200);
  expect(titleOf(await stagedVenue(foyer))).toBe(`Saver ${winner}`);
});

test('CALL-14d ten concurrent first saves of ten architectures get ten numbers', async () => {
  const foyer = await startVenueServer();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(foyer, 0, smallVenue(`fair-${index}`))),
  );
  expect(responses.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

test('a base newer than all versions or older than the newest of its architecture conflicts; versions of others do not matter', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await mustSave(foyer, 0, smallVenue('other'));
  expect((await save(foyer, 99)).error?.details).toEqual({ baseVersion: 99, currentVersion: 1 });
  expect((await save(foyer, 0)).error?.details).toEqual({ baseVersion: 0, currentVersion: 1 });
  expect(await mustSave(foyer, 1)).toBe(3);
  // The stage's version counts all architectures.
  expect(await mustSave(foyer, 3, smallVenue('other'))).toBe(4);
});

test('a save repeated with its Idempotency-Key is done once', async () => {
  const foyer = await startVenueServer();
  const once = { headers: { 'idempotency-key': 'save-1' } };
  const responses = [await save(foyer, 0, smallVenue(), once), await save(foyer, 0, smallVenue(), once)];
  expect(responses.map(({ body }) => body)).toEqual([
    { version: 1, warnings: [] },
    { version: 1, warnings: [] },
  ]);
  expect(await versionsOf(foyer)).toHaveLength(1);
  expect((await save(foyer, 0, titledVenue('Other'), once)).error?.code).toBe('conflict');
});

test('a save whose response was lost in a crash is found by its Idempotency-Key', async () => {
  const foyer = await startVenueServer();
  const once = { headers: { 'idempotency-key': 'save-1' } };
  await save(foyer, 0, smallVenue(), once);
  // The state after a crash between the commit and storing the response.
  await foyer.running.storage.db.deleteFrom('idempotentRequest').execute();
  expect((await save(foyer, 0, smallVenue(), once)).body).toEqual({ version: 1, warnings: [] });
  expect(await versionsOf(foyer)).toHaveLength(1);
});

test('ENTITY-02p an invalid venue gets 422 with its errors, and nothing is stored', async () => {
  const foyer = await startVenueServer();
  const bad = withChanges(smallVenue(), ['architectures[0].defaultAreaId', 'cellar']);
  const { error } = await save(foyer, 0, bad);
  expect(error).toMatchObject({
    code: 'invalidVenue',
    details: {
      total: 1,
      errors: [{ path: 'architectures[0].defaultAreaId', reason: 'there is no area "cellar"' }],
    },
  });
  expect(error?.errMsg).toContain('architectures[0].defaultAreaId: there is no area "cellar"');
  expect(await versionsOf(foyer)).toEqual([]);
  expect(await mustSave(foyer, 0)).toBe(1);
});

test('ENTITY-02q an asset that is not uploaded is an error', async () => {
  const foyer = await startFoyer();
  expect((await save(foyer, 0)).error?.details).toEqual({
    total: 1,
    errors: [
      { path: 'assets[0].id', reason: 'the asset "picture" is not stored on this server: upload it first' },
    ],
  });
});

test('ENTITY-02r a body of more than 20 MB is rejected with 413 before it is parsed', async () => {
  const foyer = await startVenueServer();
  const body = `{"baseVersion":0,"venue":${'x'.repeat(venueFileBytes + 64)}}`;
  expect((await foyer.call(saveVenue, { body })).error?.code).toBe('payloadTooLarge');
  expect((await foyer.call(validateVenue, { body: ' '.repeat(venueFileBytes + 1) })).error?.code).toBe(
    'payloadTooLarge',
  );
});

test('ENTITY-02s checking a file with a million errors does not block other requests', async () => {
  const foyer = await startVenueServer();
  const zeros = '0,'.repeat(1_000_000);
  const body = `{"baseVersion":0,"venue":{"architectures":[{"id":"fair","areas":[${zeros}0]}]}}`;
  const progress = { rejected: false, answered: 0 };
  const rejection = foyer.call(saveVenue, { body }).finally(() => (progress.rejected = true));
  for (; !progress.rejected; progress.answered += 1)
    await foyer.must(getVenueVersion, {}, { as: 'anonymous' });
  expect((await rejection).error).toMatchObject({
    code: 'invalidVenue',
    details: { errors: [{ reason: 'has too many errors to list' }] },
  });
  expect(progress.answered).toBeGreaterThan(20);
  expect(await mustSave(foyer, 0)).toBe(1);
});

test('a large venue is checked in the worker thread with the same errors', async () => {
  const foyer = await startVenueServer();
  const good = await foyer.call(validateVenue, { body: bigVenueText('lobby') });
  expect(good.body).toEqual({ warnings: [] });
  const bad = await foyer.call(validateVenue, { body: bigVenueText('cellar') });
  expect(bad.error?.details).toMatchObject({
    errors: [{ path: 'architectures[0].defaultAreaId' }],
    total: 1,
  });
});

test('syntax errors, duplicate keys and __proto__ in a save are reported with line and column', async () => {
  const foyer = await startVenueServer();
  const errorsOf = async (venue: string) =>
    (await foyer.call(saveVenue, { body: `{"baseVersion":0,"venue":${venue}}` })).error?.details;
  expect(await errorsOf('{\n "assets": [],\n "assets": []}')).toMatchObject({
    errors: [{ line: 3, column: 2, path: 'assets' }],
  });
  expect(await errorsOf('{\n "__proto__": {"publishInfo": 1}}')).toMatchObject({
    errors: [{ line: 2, column: 2 }],
  });
  expect(await errorsOf('{"a":}')).toMatchObject({ errors: [{ line: 1, column: 6 }] });
});

test('missing and invalid fields of a save are named', async () => {
  const foyer = await startVenueServer();
  const errorOf = async (body: unknown) =>
    (await foyer.call(saveVenue, { body: JSON.stringify(body) })).error;
  expect(await errorOf({ venue: smallVenue() })).toMatchObject({
    code: 'missingParameter',
    errMsg: expect.stringContaining('baseVersion'),
  });
  expect(await errorOf({ baseVersion: 0 })).toMatchObject({
    code: 'missingParameter',
    errMsg: expect.stringContaining('venue'),
  });
  expect(await errorOf([])).toMatchObject({ code: 'missingParameter' });
  for (const baseVersion of [-1, 1.5, '1', null, 1e300])
    expect(await errorOf({ baseVersion, venue: smallVenue() })).toMatchObject({ code: 'invalidInput' });
  expect(await errorOf({ baseVersion: 0, venue: smallVenue(), savedBy: 'me' })).toMatchObject({
    code: 'invalidInput',
    errMsg: expect.stringContaining('savedBy'),
  });
});

test('unsafe URLs are rejected with their widget or viewpoint', async () => {
  const foyer = await startVenueServer();
  const path = 'architectures[0].areas[1].viewPoints[0].background.videoUrl';
  for (const videoUrl of [
    'javascript:alert(1)',
    'http://media.example.com/a.mp4',
    'https://192.168.0.1/a.mp4',
  ]) {
    const { error } = await save(foyer, 0, withChanges(smallVenue(), [path, videoUrl]));
    expect(error?.details).toMatchObject({
      errors: [{ path, reason: expect.stringContaining('viewpoint "middle" of area "hall"') }],
    });
  }
});

test('fields that the server fills in are not taken from the file', async () => {
  const foyer = await startVenueServer();
  const forged = withChanges(
    smallVenue(),
    ['assets[0].uri', 'https://evil.example/x'],
    ['assets[0].generation', 9],
    ['publishInfo', { publishedVersion: 77 }],
  );
  await mustSave(foyer, 0, forged);
  const venue = await stagedVenue(foyer);
  expect(venue.assets[0]).toMatchObject({ uri: '/backend-assets/preview/fair/picture/1', generation: 1 });
  expect(venue.publishInfo).toEqual({ publishedVersion: -1 });
  const { venue: stored } = await foyer.must(getVersion, { params: { version: 1 } });
  expect([stored.publishInfo, stored.assets[0]?.uri]).toEqual([{ publishedVersion: -1 }, undefined]);
});

test('a rich text with a script tag is saved with a warning', async () => {
  const foyer = await startVenueServer();
  const venue = withChanges(smallVenue(), ['architectures[0].impress[0].text', '<script>alert(1)</script>']);
  expect((await save(foyer, 0, venue)).body.warnings).toEqual([
    { path: 'architectures[0].impress[0].text', reason: expect.stringContaining('invalid rich text') },
  ]);
});

test('validating stores nothing', async () => {
  const foyer = await startVenueServer();
  expect(await foyer.must(validateVenue, { body: JSON.stringify(smallVenue()) })).toEqual({ warnings: [] });
  expect((await foyer.call(validateVenue, { body: '{}' })).error).toMatchObject({
    code: 'invalidVenue',
    details: { errors: [{ path: 'architectures', reason: 'is missing' }] },
  });
  expect(await versionsOf(foyer)).toEqual([]);
});

test('every change is in the audit log: author, time, action and request', async () => {
  const foyer = await startVenueServer();
  const first = await save(foyer, 0);
  foyer.advance(1_000);
  await foyer.must(restoreVersion, { params: { version: 1 }, body: { baseVersion: 1 } });
  await save(foyer, 0);
  const rows = await foyer.running.storage.read.selectFrom('venueAudit').selectAll().orderBy('at').execute();
  expect(rows).toMatchObject([
    {
      what: 'save',
      version: 1,
      architectureId: 'fair',
      at: foyer.now - 1_000,
      requestId: first.headers.get('x-request-id'),
    },
    { what: 'restore', version: 2, architectureId: 'fair', at: foyer.now },
  ]);
  for (const { actor, requestId } of rows) expect([actor, requestId]).not.toContain('');
});
