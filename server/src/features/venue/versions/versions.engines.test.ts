import { expect, test } from 'vitest';
import {
  deleteAccount,
  diffVersions,
  exportAccount,
  listVersions,
  publishVenue,
  getVersion,
  restoreVersion,
} from '@foyer/contract';
import { testPassword } from '#testing/testUsers';
import type { Caller, Foyer } from '#testing/foyer';
import { withChanges, smallVenue } from '../testing/smallVenue.ts';
import {
  publish,
  save,
  mustSave,
  startVenueServer,
  stagedVenue,
  titledVenue,
  titleOf,
  upload,
} from '../testing/designer.ts';

const saveAs = async (foyer: Foyer, baseVersion: number, as: Caller) =>
  expect((await save(foyer, baseVersion, titledVenue(`Version ${baseVersion + 1}`), { as })).status).toBe(
    200,
  );

const noChanges = { added: [], removed: [], changed: [] };

test('VERSION-08b the history lists version, base, time, author, origin and the live version, newest first and paged', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  foyer.advance(60_000);
  await mustSave(foyer, 1, titledVenue('Second'));
  await publish(foyer);
  await foyer.must(restoreVersion, { params: { version: 1 }, body: { baseVersion: 2 } });
  await mustSave(foyer, 0, smallVenue('other'));
  const list = async (query: object) => (await foyer.must(listVersions, { query })).versions;
  const all = await list({});
  expect(
    all.map(({ version, baseVersion, restoredFrom, published }) => [
      version,
      baseVersion,
      restoredFrom,
      published,
    ]),
  ).toEqual([
    [4, null, null, false],
    [3, 2, 1, false],
    [2, 1, null, true],
    [1, null, null, false],
  ]);
  expect(all[3]).toMatchObject({ savedAt: foyer.now - 60_000, architectureId: 'fair' });
  expect(all[3]?.savedBy).not.toBe('');
  expect((await list({ limit: 2 })).map(({ version }) => version)).toEqual([4, 3]);
  expect((await list({ limit: 2, before: 3 })).map(({ version }) => version)).toEqual([2, 1]);
  expect((await list({ architectureId: 'other' })).map(({ version }) => version)).toEqual([4]);
});

test('the page size of the history is limited to 1 to 200 entries', async () => {
  const foyer = await startVenueServer();
  for (const limit of [0, -1, 201, 1e9, 'abc', 1.5]) {
    const { error } = await foyer.call(listVersions, { query: { limit: limit as number } });
    expect(error).toMatchObject({ code: 'invalidInput', errMsg: expect.stringContaining('limit') });
  }
});

test('VERSION-08c every saved version can be read unchanged', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('First'));
  await mustSave(foyer, 1, titledVenue('Second'));
  const { entry, venue } = await foyer.must(getVersion, { params: { version: 1 } });
  expect(entry).toMatchObject({ version: 1, architectureId: 'fair' });
  expect(titleOf(venue)).toBe('First');
  // The response is a venue file: saving it again makes no difference.
  expect(await mustSave(foyer, 2, venue)).toBe(3);
  const diff = await foyer.must(diffVersions, { params: { from: 1, to: 3 } });
  expect(diff).toEqual({
    from: 1,
    to: 3,
    areas: noChanges,
    widgets: noChanges,
    texts: noChanges,
    assets: noChanges,
    settings: noChanges,
    changes: [],
    names: {},
  });
});

test('VERSION-08d a restored version has the content of the earlier one, and its base version is checked', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('First'));
  await mustSave(foyer, 1, titledVenue('Second'));
  const restore = (version: number, baseVersion: number) =>
    foyer.call(restoreVersion, { params: { version }, body: { baseVersion } });
  expect((await restore(1, 1)).error).toMatchObject({
    code: 'versionConflict',
    details: { baseVersion: 1, currentVersion: 2 },
  });
  expect((await restore(1, 2)).body).toEqual({ version: 3, warnings: [] });
  expect(titleOf(await stagedVenue(foyer))).toBe('First');
  expect((await restore(99, 3)).error?.code).toBe('notFound');
});

test('of ten concurrent restorations exactly one succeeds', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await mustSave(foyer, 1, titledVenue('Second'));
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      foyer.call(restoreVersion, { params: { version: 1 }, body: { baseVersion: 2 } }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
});

test('unknown and invalid versions are rejected with their number', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  expect((await foyer.call(getVersion, { params: { version: 2 } })).error).toMatchObject({
    code: 'notFound',
    errMsg: expect.stringContaining('2'),
  });
  expect((await foyer.call(diffVersions, { params: { from: 1, to: 2 } })).error?.code).toBe('notFound');
  for (const version of ['0', '-1', 'abc', '1.5', '1e99', '%00'])
    expect(
      (await foyer.fetch(`/api/designer/versions/${version}`, { headers: await foyer.credentials('admin') }))
        .status,
      version,
    ).toBe(400);
});

test('VERSION-08j the diff with the staged version includes pictures that were uploaded after its save', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  await publish(foyer);
  await mustSave(foyer, 1);
  await upload(foyer, 'picture', '#ff0000');
  const changedAssets = async () =>
    (await foyer.must(diffVersions, { params: { from: 1, to: 2 } })).assets.changed;
  expect(await changedAssets()).toEqual(['picture']);
  await publish(foyer);
  expect(await changedAssets()).toEqual(['picture']);
});

test('VERSION-08e the diff lists areas, widgets, texts by path and locale, assets and settings', async () => {
  const foyer = await startVenueServer();
  await upload(foyer, 'extra');
  await mustSave(foyer, 0);
  const lobby = 'architectures[0].areas[0]';
  const cellar = {
    id: 'cellar',
    names: [{ locale: 'en', text: 'Cellar' }],
    viewMode: 'VIEW_2D',
    viewPoints: [{ id: 'v', background: { assetId: 'extra' } }],
  };
  await upload(foyer, 'picture', '#ff0000');
  const next = withChanges(
    smallVenue(),
    ['architectures[0].areas[2]', cellar],
    ['architectures[0].areas[1].viewPoints[0].background.playerActive', false],
    [
      `${lobby}.names`,
      [
        { locale: 'en', text: 'Foyer' },
        { locale: 'de', text: 'Halle' },
      ],
    ],
    [`${lobby}.contentWidgets[0].placements[0].position.x`, 0.6],
    [
      `${lobby}.contentWidgets[1]`,
      {
        id: 'note',
        type: 'TextNotificationWidget',
        name: 'Note',
        configurations: [{ id: 'c', name: 'c', texts: [{ locale: 'en', text: '<p>Hello</p>' }] }],
      },
    ],
    ['architectures[0].globalWidgets', []],
    ['architectures[0].style', { primaryColor: '#123456' }],
    ['assets[1]', { id: 'extra', alts: [] }],
  );
  await mustSave(foyer, 1, next);
  const diff = await foyer.must(diffVersions, { params: { from: 1, to: 2 } });
  expect(diff).toMatchObject({
    from: 1,
    to: 2,
    areas: { added: ['cellar'], removed: [], changed: ['hall'] },
    widgets: { added: ['lobby/note'], removed: ['plan'], changed: ['lobby/poster'] },
    texts: {
      added: [
        'areas/cellar/names/en',
        'areas/lobby/contentWidgets/note/configurations/c/texts/en',
        'areas/lobby/names/de',
      ],
      removed: [],
      changed: ['areas/lobby/names/en'],
    },
    assets: { added: ['extra'], removed: [], changed: ['picture'] },
    settings: { added: [], removed: [], changed: ['style'] },
  });
  const back = await foyer.must(diffVersions, { params: { from: 2, to: 1 } });
  expect(back.areas).toEqual({ added: [], removed: ['cellar'], changed: ['hall'] });
});

test('a changed text of the architecture counts as a text, not as a setting', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0, titledVenue('First'));
  await mustSave(foyer, 1, titledVenue('Second'));
  const { settings, texts } = await foyer.must(diffVersions, { params: { from: 1, to: 2 } });
  expect([settings, texts]).toEqual([noChanges, { added: [], removed: [], changed: ['titles/en'] }]);
});

test('reordered areas make no difference', async () => {
  const foyer = await startVenueServer();
  await mustSave(foyer, 0);
  const venue = smallVenue();
  venue.architectures[0]?.areas.reverse();
  await mustSave(foyer, 1, venue);
  const { areas, widgets, texts } = await foyer.must(diffVersions, { params: { from: 1, to: 2 } });
  expect([areas, widgets, texts]).toEqual([noChanges, noChanges, noChanges]);
});

test('deleting an account removes its name from the history and keeps its versions', async () => {
  const foyer = await startVenueServer();
  const dana = await foyer.account({ email: 'dana@example.org', roles: ['ROLE_DESIGNER'] });
  const finn = await foyer.account({ email: 'finn@example.org', roles: ['ROLE_DESIGNER'] });
  await saveAs(foyer, 0, dana);
  await foyer.must(publishVenue, { params: { architectureID: 'fair' }, body: {} }, { as: dana });
  await saveAs(foyer, 1, finn);
  const exported = await foyer.must(exportAccount, {}, { as: dana });
  const entry = { at: expect.any(Number) as number, architectureId: 'fair', version: 1 };
  expect(exported['venue']).toEqual([
    { ...entry, what: 'save' },
    { ...entry, what: 'publish' },
  ]);
  const body = { email: dana.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: dana });
  const { versions } = await foyer.must(listVersions, { query: {} });
  expect(versions.map(({ savedBy }) => savedBy)).toEqual(['finn@example.org', 'deleted account']);
  const audit = await foyer.running.storage.read.selectFrom('venueAudit').selectAll().execute();
  expect(audit.map(({ what }) => what).toSorted()).toEqual(['publish', 'save', 'save']);
  expect(JSON.stringify(audit)).not.toMatch(`dana@|${dana.id}`);
});
