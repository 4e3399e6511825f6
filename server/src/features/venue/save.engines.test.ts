import { expect, test } from 'vitest';
import {
  getVenueVersion,
  listVersions,
  readVersion,
  restoreVersion,
  saveVenue,
  validateVenue,
  venueFileBytes,
} from '@foyer/contract';
import { bigVenueText, changed, smallVenue } from './testing/smallVenue.ts';
import { save, saved, stagedVenue, startFair, titled, titleOf } from './testing/designer.ts';
import { startFoyer } from '#testing/foyer';

const versionsOf = async (foyer: Awaited<ReturnType<typeof startFair>>) =>
  (await foyer.must(listVersions, { query: {} })).versions;

test('CALL-14a a save answers with its version, and the stage shows it', async () => {
  const foyer = await startFair();
  expect((await save(foyer, 0)).body).toEqual({ version: 1, warnings: [] });
  expect(await saved(foyer, 1, titled('Second'))).toBe(2);
  expect(titleOf(await stagedVenue(foyer))).toBe('Second');
});

test('CALL-14b VERSION-08a of two savers from the same base the second gets 409 with both versions named and loses nothing', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  await saved(foyer, 1, titled('Mine'));
  const late = await save(foyer, 1, titled('Yours'));
  expect(late.fault).toMatchObject({
    code: 'versionConflict',
    details: { baseVersion: 1, currentVersion: 2 },
  });
  expect(late.fault?.errMsg).toMatch(/base version is 1.*current version is 2/);
  expect(titleOf(await stagedVenue(foyer))).toBe('Mine');
  expect(await saved(foyer, 2, titled('Yours'))).toBe(3);
  expect(titleOf((await foyer.must(readVersion, { params: { version: 2 } })).venue)).toBe('Mine');
});

test('CALL-14c of ten parallel saves from one base exactly one wins, and the others name its version', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(foyer, 1, titled(`Saver ${index}`))),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { fault } of answers.filter(({ status }) => status !== 200))
    expect(fault).toMatchObject({ code: 'versionConflict', details: { baseVersion: 1, currentVersion: 2 } });
  expect(await versionsOf(foyer)).toHaveLength(2);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(titleOf(await stagedVenue(foyer))).toBe(`Saver ${winner}`);
});

test('CALL-14d ten first saves of ten architectures all get a number of their own', async () => {
  const foyer = await startFair();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(foyer, 0, smallVenue(`fair-${index}`))),
  );
  expect(answers.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

test('a base that is newer than everything, or older than the newest of its architecture, conflicts; what another one saved does not', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  await saved(foyer, 0, smallVenue('other'));
  expect((await save(foyer, 99)).fault?.details).toEqual({ baseVersion: 99, currentVersion: 1 });
  expect((await save(foyer, 0)).fault?.details).toEqual({ baseVersion: 0, currentVersion: 1 });
  expect(await saved(foyer, 1)).toBe(3);
  // Seen through the stage's version, which counts all architectures.
  expect(await saved(foyer, 3, smallVenue('other'))).toBe(4);
});

test('a save that is sent again with its Idempotency-Key is done once', async () => {
  const foyer = await startFair();
  const once = { headers: { 'idempotency-key': 'save-1' } };
  const answers = [await save(foyer, 0, smallVenue(), once), await save(foyer, 0, smallVenue(), once)];
  expect(answers.map(({ body }) => body)).toEqual([
    { version: 1, warnings: [] },
    { version: 1, warnings: [] },
  ]);
  expect(await versionsOf(foyer)).toHaveLength(1);
  expect((await save(foyer, 0, titled('Other'), once)).fault?.code).toBe('conflict');
});

test('a save whose answer was lost with its server is found again by its Idempotency-Key', async () => {
  const foyer = await startFair();
  const once = { headers: { 'idempotency-key': 'save-1' } };
  await save(foyer, 0, smallVenue(), once);
  // What a crash between the commit and the note of the answer leaves behind.
  await foyer.running.storage.db.deleteFrom('idempotent_call').execute();
  expect((await save(foyer, 0, smallVenue(), once)).body).toEqual({ version: 1, warnings: [] });
  expect(await versionsOf(foyer)).toHaveLength(1);
});

test('ENTITY-02p a refused venue answers 422 with its faults, and nothing of it is stored', async () => {
  const foyer = await startFair();
  const bad = changed(smallVenue(), ['architectures[0].defaultAreaId', 'cellar']);
  const { fault } = await save(foyer, 0, bad);
  expect(fault).toMatchObject({
    code: 'invalidVenue',
    details: {
      total: 1,
      faults: [{ path: 'architectures[0].defaultAreaId', reason: 'there is no area "cellar"' }],
    },
  });
  expect(fault?.errMsg).toContain('architectures[0].defaultAreaId: there is no area "cellar"');
  expect(await versionsOf(foyer)).toEqual([]);
  expect(await saved(foyer, 0)).toBe(1);
});

test('ENTITY-02q an asset that nobody has uploaded is a fault', async () => {
  const foyer = await startFoyer();
  expect((await save(foyer, 0)).fault?.details).toEqual({
    total: 1,
    faults: [
      { path: 'assets[0].id', reason: 'the asset "picture" is not stored on this server: upload it first' },
    ],
  });
});

test('ENTITY-02r over 20 MB is refused with 413 before it is parsed', async () => {
  const foyer = await startFair();
  const body = `{"baseVersion":0,"venue":${'x'.repeat(venueFileBytes + 64)}}`;
  expect((await foyer.call(saveVenue, { body })).fault?.code).toBe('payloadTooLarge');
  expect((await foyer.call(validateVenue, { body: ' '.repeat(venueFileBytes + 1) })).fault?.code).toBe(
    'payloadTooLarge',
  );
});

test('ENTITY-02s a file of nothing but faults is refused while others are answered', async () => {
  const foyer = await startFair();
  const zeros = '0,'.repeat(1_000_000);
  const body = `{"baseVersion":0,"venue":{"architectures":[{"id":"fair","areas":[${zeros}0]}]}}`;
  const progress = { refused: false, answered: 0 };
  const refusal = foyer.call(saveVenue, { body }).finally(() => (progress.refused = true));
  for (; !progress.refused; progress.answered += 1) await foyer.must(getVenueVersion, {}, { as: 'nobody' });
  expect((await refusal).fault).toMatchObject({
    code: 'invalidVenue',
    details: { faults: [{ reason: 'has more faults than can be counted' }] },
  });
  expect(progress.answered).toBeGreaterThan(20);
  expect(await saved(foyer, 0)).toBe(1);
});

test('a large venue is checked in a thread of its own, with the same faults', async () => {
  const foyer = await startFair();
  const good = await foyer.call(validateVenue, { body: bigVenueText('lobby') });
  expect(good.body).toEqual({ warnings: [] });
  const bad = await foyer.call(validateVenue, { body: bigVenueText('cellar') });
  expect(bad.fault?.details).toMatchObject({
    faults: [{ path: 'architectures[0].defaultAreaId' }],
    total: 1,
  });
});

test('syntax faults, duplicate keys and __proto__ in a save are named with line and column', async () => {
  const foyer = await startFair();
  const faultsOf = async (venue: string) =>
    (await foyer.call(saveVenue, { body: `{"baseVersion":0,"venue":${venue}}` })).fault?.details;
  expect(await faultsOf('{\n "assets": [],\n "assets": []}')).toMatchObject({
    faults: [{ line: 3, column: 2, path: 'assets' }],
  });
  expect(await faultsOf('{\n "__proto__": {"publishInfo": 1}}')).toMatchObject({
    faults: [{ line: 2, column: 2 }],
  });
  expect(await faultsOf('{"a":}')).toMatchObject({ faults: [{ line: 1, column: 6 }] });
});

test('the parts of a save that are missing or wrong are named', async () => {
  const foyer = await startFair();
  const faultOf = async (body: unknown) =>
    (await foyer.call(saveVenue, { body: JSON.stringify(body) })).fault;
  expect(await faultOf({ venue: smallVenue() })).toMatchObject({
    code: 'missingParameter',
    errMsg: expect.stringContaining('baseVersion'),
  });
  expect(await faultOf({ baseVersion: 0 })).toMatchObject({
    code: 'missingParameter',
    errMsg: expect.stringContaining('venue'),
  });
  expect(await faultOf([])).toMatchObject({ code: 'missingParameter' });
  for (const baseVersion of [-1, 1.5, '1', null, 1e300])
    expect(await faultOf({ baseVersion, venue: smallVenue() })).toMatchObject({ code: 'invalidInput' });
  expect(await faultOf({ baseVersion: 0, venue: smallVenue(), savedBy: 'me' })).toMatchObject({
    code: 'invalidInput',
    errMsg: expect.stringContaining('savedBy'),
  });
});

test('addresses that lead nowhere good are refused and name the widget or the viewpoint', async () => {
  const foyer = await startFair();
  const path = 'architectures[0].areas[1].viewPoints[0].background.videoUrl';
  for (const videoUrl of [
    'javascript:alert(1)',
    'http://media.example.com/a.mp4',
    'https://192.168.0.1/a.mp4',
  ]) {
    const { fault } = await save(foyer, 0, changed(smallVenue(), [path, videoUrl]));
    expect(fault?.details).toMatchObject({
      faults: [{ path, reason: expect.stringContaining('viewpoint "middle" of area "hall"') }],
    });
  }
});

test('what only the server says of an asset is not taken from the file', async () => {
  const foyer = await startFair();
  const forged = changed(
    smallVenue(),
    ['assets[0].uri', 'https://evil.example/x'],
    ['assets[0].generation', 9],
    ['publishInfo', { publishedVersion: 77 }],
  );
  await saved(foyer, 0, forged);
  const venue = await stagedVenue(foyer);
  expect(venue.assets[0]).toMatchObject({ uri: '/backend-assets/preview/fair/picture/1', generation: 1 });
  expect(venue.publishInfo).toEqual({ publishedVersion: -1 });
  const { venue: stored } = await foyer.must(readVersion, { params: { version: 1 } });
  expect([stored.publishInfo, stored.assets[0]?.uri]).toEqual([{ publishedVersion: -1 }, undefined]);
});

test('a rich text with a script tag is saved with a warning', async () => {
  const foyer = await startFair();
  const venue = changed(smallVenue(), ['architectures[0].impress[0].text', '<script>alert(1)</script>']);
  expect((await save(foyer, 0, venue)).body.warnings).toEqual([
    { path: 'architectures[0].impress[0].text', reason: expect.stringContaining('invalid rich text') },
  ]);
});

test('validating stores nothing', async () => {
  const foyer = await startFair();
  expect(await foyer.must(validateVenue, { body: JSON.stringify(smallVenue()) })).toEqual({ warnings: [] });
  expect((await foyer.call(validateVenue, { body: '{}' })).fault).toMatchObject({
    code: 'invalidVenue',
    details: { faults: [{ path: 'architectures', reason: 'is missing' }] },
  });
  expect(await versionsOf(foyer)).toEqual([]);
});

test('every change is written down: who, when, what, and under which request', async () => {
  const foyer = await startFair();
  const first = await save(foyer, 0);
  foyer.pass(1_000);
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
  for (const { who, requestId } of rows) expect([who, requestId]).not.toContain('');
});
