import { expect, test } from 'vitest';
import {
  deleteAccount,
  diffVersions,
  exportAccount,
  listVersions,
  publishVenue,
  readVersion,
  restoreVersion,
} from '@foyer/contract';
import { testPassword } from '#testing/people';
import type { As, Foyer } from '#testing/foyer';
import { changed, smallVenue } from '../testing/smallVenue.ts';
import {
  publish,
  save,
  saved,
  startFair,
  stagedVenue,
  titled,
  titleOf,
  upload,
} from '../testing/designer.ts';

const saveAs = async (foyer: Foyer, baseVersion: number, as: As) =>
  expect((await save(foyer, baseVersion, titled(`Version ${baseVersion + 1}`), { as })).status).toBe(200);

const nothing = { added: [], removed: [], changed: [] };

test('VERSION-08b the history names version, base, time, author, origin and what is live, newest first and in pages', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  foyer.pass(60_000);
  await saved(foyer, 1, titled('Second'));
  await publish(foyer);
  await foyer.must(restoreVersion, { params: { version: 1 }, body: { baseVersion: 2 } });
  await saved(foyer, 0, smallVenue('other'));
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

test('a page of the history has 1 to 200 entries', async () => {
  const foyer = await startFair();
  for (const limit of [0, -1, 201, 1e9, 'abc', 1.5]) {
    const { fault } = await foyer.call(listVersions, { query: { limit: limit as number } });
    expect(fault).toMatchObject({ code: 'invalidInput', errMsg: expect.stringContaining('limit') });
  }
});

test('VERSION-08c every saved version is read back as it was saved', async () => {
  const foyer = await startFair();
  await saved(foyer, 0, titled('First'));
  await saved(foyer, 1, titled('Second'));
  const { entry, venue } = await foyer.must(readVersion, { params: { version: 1 } });
  expect(entry).toMatchObject({ version: 1, architectureId: 'fair' });
  expect(titleOf(venue)).toBe('First');
  // What was read is a venue file: saved again it makes no difference.
  expect(await saved(foyer, 2, venue)).toBe(3);
  const difference = await foyer.must(diffVersions, { params: { from: 1, to: 3 } });
  expect(difference).toEqual({
    from: 1,
    to: 3,
    areas: nothing,
    widgets: nothing,
    texts: nothing,
    assets: nothing,
    settings: nothing,
  });
});

test('VERSION-08d a restored version has the content of the earlier one, on a base that is checked', async () => {
  const foyer = await startFair();
  await saved(foyer, 0, titled('First'));
  await saved(foyer, 1, titled('Second'));
  const restore = (version: number, baseVersion: number) =>
    foyer.call(restoreVersion, { params: { version }, body: { baseVersion } });
  expect((await restore(1, 1)).fault).toMatchObject({
    code: 'versionConflict',
    details: { baseVersion: 1, currentVersion: 2 },
  });
  expect((await restore(1, 2)).body).toEqual({ version: 3, warnings: [] });
  expect(titleOf(await stagedVenue(foyer))).toBe('First');
  expect((await restore(99, 3)).fault?.code).toBe('notFound');
});

test('of ten parallel restorations one wins', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  await saved(foyer, 1, titled('Second'));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      foyer.call(restoreVersion, { params: { version: 1 }, body: { baseVersion: 2 } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
});

test('versions that are not there, or are no versions, are named', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  expect((await foyer.call(readVersion, { params: { version: 2 } })).fault).toMatchObject({
    code: 'notFound',
    errMsg: expect.stringContaining('2'),
  });
  expect((await foyer.call(diffVersions, { params: { from: 1, to: 2 } })).fault?.code).toBe('notFound');
  for (const version of ['0', '-1', 'abc', '1.5', '1e99', '%00'])
    expect(
      (await foyer.fetch(`/api/designer/versions/${version}`, { headers: await foyer.credentials('admin') }))
        .status,
      version,
    ).toBe(400);
});

test('VERSION-08e the difference names areas, widgets, texts by path and locale, assets and settings', async () => {
  const foyer = await startFair();
  await upload(foyer, 'extra');
  await saved(foyer, 0);
  const lobby = 'architectures[0].areas[0]';
  const cellar = {
    id: 'cellar',
    names: [{ locale: 'en', text: 'Cellar' }],
    viewMode: 'VIEW_2D',
    viewPoints: [{ id: 'v', background: { assetId: 'extra' } }],
  };
  await upload(foyer, 'picture', '#ff0000');
  const next = changed(
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
  await saved(foyer, 1, next);
  const difference = await foyer.must(diffVersions, { params: { from: 1, to: 2 } });
  expect(difference).toEqual({
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

test('a changed text of the architecture is a text, and no setting', async () => {
  const foyer = await startFair();
  await saved(foyer, 0, titled('First'));
  await saved(foyer, 1, titled('Second'));
  const { settings, texts } = await foyer.must(diffVersions, { params: { from: 1, to: 2 } });
  expect([settings, texts]).toEqual([nothing, { added: [], removed: [], changed: ['titles/en'] }]);
});

test('areas that only change places make no difference', async () => {
  const foyer = await startFair();
  await saved(foyer, 0);
  const venue = smallVenue();
  venue.architectures[0]?.areas.reverse();
  await saved(foyer, 1, venue);
  const { areas, widgets, texts } = await foyer.must(diffVersions, { params: { from: 1, to: 2 } });
  expect([areas, widgets, texts]).toEqual([nothing, nothing, nothing]);
});

test('whoever deletes their account is no longer named in the history, and what they changed stays', async () => {
  const foyer = await startFair();
  const dana = await foyer.account({ email: 'dana@example.org', roles: ['ROLE_DESIGNER'] });
  const finn = await foyer.account({ email: 'finn@example.org', roles: ['ROLE_DESIGNER'] });
  await saveAs(foyer, 0, dana);
  await foyer.must(publishVenue, { params: { architectureID: 'fair' }, body: {} }, { as: dana });
  await saveAs(foyer, 1, finn);
  const exported = await foyer.must(exportAccount, {}, { as: dana });
  const deed = { at: expect.any(Number) as number, architectureId: 'fair', version: 1 };
  expect(exported['venue']).toEqual([
    { ...deed, what: 'save' },
    { ...deed, what: 'publish' },
  ]);
  const body = { email: dana.email, currentPassword: testPassword };
  await foyer.must(deleteAccount, { body }, { as: dana });
  const { versions } = await foyer.must(listVersions, { query: {} });
  expect(versions.map(({ savedBy }) => savedBy)).toEqual(['finn@example.org', 'deleted account']);
  const audit = await foyer.running.storage.read.selectFrom('venueAudit').selectAll().execute();
  expect(audit.map(({ what }) => what).toSorted()).toEqual(['publish', 'save', 'save']);
  expect(JSON.stringify(audit)).not.toMatch(`dana@|${dana.id}`);
});
