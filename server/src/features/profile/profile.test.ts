import {
  deleteAccount,
  exportAccount,
  getProfile,
  privateInformationLength,
  profileValueLength,
  saveProfile,
  saveVenue,
  setAccountBlocked,
  createAccount,
  type ProfileAttributes,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, type Caller, type Foyer } from '#testing/foyer';
import { testPassword, type TestUser } from '#testing/testUsers';
import { exampleVenue, publishExample } from '#testing/venues';

const labels = (text: string) => [{ locale: 'en' as const, text }];
const architectureId = 'nightfall';

/** A published venue with its own fields: `team` is visible to all, `diet` only to its owner, `badge` is not editable. */
async function venueWithFields(): Promise<Foyer> {
  const foyer = await startFoyer();
  const venue = exampleVenue();
  for (const architecture of venue.architectures)
    architecture.userProfileAttributes = [
      { key: 'team', labels: labels('Team'), visible: true },
      { key: 'diet', labels: labels('Diet') },
      { key: 'badge', labels: labels('Badge'), visible: true, editable: false },
    ];
  await publishExample(foyer, venue);
  return foyer;
}

const save = (foyer: Foyer, as: Caller, attributes: ProfileAttributes) =>
  foyer.call(saveProfile, { params: { architectureId }, body: { attributes } }, { as });
const mustSave = (foyer: Foyer, as: Caller, attributes: ProfileAttributes) =>
  foyer.must(saveProfile, { params: { architectureId }, body: { attributes } }, { as });
const read = (foyer: Foyer, as: Caller, userId: string) =>
  foyer.call(getProfile, { params: { architectureId, userId } }, { as });
const seen = async (foyer: Foyer, as: Caller, userId: string) => {
  const { data } = await foyer.must(getProfile, { params: { architectureId, userId } }, { as });
  return data;
};

/** Creates a user with a complete profile. */
async function createProfile(foyer: Foyer, openForNetworking: boolean): Promise<TestUser> {
  const user = await foyer.account({
    email: 'lea@theatre.example.org',
    name: 'Léa Fontaine',
    company: 'Théâtre du Port',
    title: 'Scenographer',
  });
  await mustSave(foyer, user, {
    socialMedia: 'https://social.example.org/lea',
    privateInformation: 'Room 12, knows the caretaker',
    openForNetworking,
    team: 'Light',
    diet: 'No nuts',
  });
  return user;
}

test('CALL-16a the own profile contains all fields and its completion', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, false);
  expect(await seen(foyer, lea, lea.id)).toEqual({
    userId: lea.id,
    attributes: {
      name: 'Léa Fontaine',
      email: 'lea@theatre.example.org',
      company: 'Théâtre du Port',
      title: 'Scenographer',
      socialMedia: 'https://social.example.org/lea',
      privateInformation: 'Room 12, knows the caretaker',
      openForNetworking: false,
      team: 'Light',
      diet: 'No nuts',
    },
    isHost: false,
    visibleByRole: false,
    // Name, company, title, social profile, team and diet are set; the picture is not.
    completion: 86,
  });
});

test('PROFILE-03g others see name, company, title and visible fields of the venue only', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, false);
  for (const reader of ['attendee', 'designer'] as const)
    expect(await seen(foyer, reader, lea.id)).toEqual({
      userId: lea.id,
      attributes: {
        name: 'Léa Fontaine',
        company: 'Théâtre du Port',
        title: 'Scenographer',
        openForNetworking: false,
        team: 'Light',
      },
      isHost: false,
      visibleByRole: false,
    });
});

test('PROFILE-03i users open for networking show email and social link', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  const { attributes, visibleByRole } = await seen(foyer, 'attendee', lea.id);
  expect(attributes).toMatchObject({
    email: 'lea@theatre.example.org',
    socialMedia: 'https://social.example.org/lea',
    openForNetworking: true,
  });
  expect(visibleByRole).toBe(false);
});

test.each(['host', 'administrator'] as const)(
  'PROFILE-03c a %s sees email and social link of everyone, marked as seen by privilege',
  async (reader) => {
    const foyer = await venueWithFields();
    const lea = await createProfile(foyer, false);
    const profile = await seen(foyer, reader, lea.id);
    expect(profile.attributes).toMatchObject({
      email: 'lea@theatre.example.org',
      socialMedia: 'https://social.example.org/lea',
    });
    expect(profile.visibleByRole).toBe(true);
  },
);

test('PROFILE-03d private information is sent to its owner only, whatever the role of others', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  for (const reader of ['attendee', 'host', 'designer', 'administrator'] as const) {
    const { bytes } = await read(foyer, reader, lea.id);
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('Léa Fontaine');
    expect(text).not.toContain('caretaker');
    expect(text).not.toContain('No nuts');
    expect(text).not.toContain('completion');
  }
});

test('PROFILE-03e hosts are marked as hosts, and the own profile is never seen by privilege', async () => {
  const foyer = await venueWithFields();
  const host = await foyer.users.of('host');
  expect(await seen(foyer, 'attendee', host.id)).toMatchObject({ isHost: true });
  expect(await seen(foyer, 'host', host.id)).toMatchObject({ isHost: true, visibleByRole: false });
});

test('P20 anonymous callers and guests cannot read or change profiles', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  for (const [as, code] of [
    ['anonymous', 'unauthorized'],
    ['guest', 'forbidden'],
    ['admin', 'forbidden'],
  ] as const) {
    expect((await read(foyer, as, lea.id)).error?.code).toBe(code);
    expect((await save(foyer, as, { company: 'Mine' })).error?.code).toBe(code);
  }
});

test('P20 unknown users and other venues are not found, for any caller', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  const other = exampleVenue();
  for (const architecture of other.architectures) architecture.id = 'daybreak';
  await foyer.must(saveVenue, { body: JSON.stringify({ baseVersion: 0, venue: other }) });
  for (const as of ['attendee', 'administrator'] as const)
    for (const params of [
      { architectureId, userId: 'nobody' },
      { architectureId: 'elsewhere', userId: lea.id },
      // Staged, but not live.
      { architectureId: 'daybreak', userId: lea.id },
      { architectureId: lea.id, userId: architectureId },
    ]) {
      const { status, error } = await foyer.call(getProfile, { params }, { as });
      expect([params, status, error?.code]).toEqual([params, 404, 'notFound']);
    }
  const onStage = { params: { architectureId: 'daybreak', userId: lea.id } };
  const staged = await foyer.call(getProfile, onStage, { as: 'administrator', mode: 'STAGE' });
  expect(staged.status).toBe(200);
  expect((await foyer.call(getProfile, onStage, { as: 'attendee', mode: 'STAGE' })).status).toBe(403);
  const saved = await foyer.call(
    saveProfile,
    { params: { architectureId: 'daybreak' }, body: { attributes: { company: 'Mine' } } },
    { as: 'attendee' },
  );
  expect(saved.error?.code).toBe('notFound');
});

test('P20 pending accounts are not found, and blocked ones only by hosts', async () => {
  const foyer = await venueWithFields();
  const { account } = await foyer.must(createAccount, { body: { email: 'late@example.com', name: 'Late' } });
  for (const reader of ['attendee', 'host'] as const)
    expect((await read(foyer, reader, account.userId)).status).toBe(404);
  const lea = await createProfile(foyer, true);
  await foyer.must(setAccountBlocked, { params: { userId: lea.id }, body: { blocked: true } });
  expect((await read(foyer, 'attendee', lea.id)).status).toBe(404);
  expect((await read(foyer, 'host', lea.id)).status).toBe(200);
});

test('CALL-17a saving changes the given fields, and an empty value deletes one', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, false);
  const { data } = await mustSave(foyer, lea, {
    title: 'Director',
    socialMedia: '',
    team: 'Sound',
    privateInformation: 'Two\nlines',
  });
  expect(data.attributes).toMatchObject({
    name: 'Léa Fontaine',
    company: 'Théâtre du Port',
    title: 'Director',
    team: 'Sound',
    diet: 'No nuts',
    privateInformation: 'Two\nlines',
  });
  expect(data.attributes).not.toHaveProperty('socialMedia');
  expect(await seen(foyer, lea, lea.id)).toEqual(data);
});

test('CALL-17b saving changes only the own profile', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  await mustSave(foyer, 'attendee', { company: 'Elsewhere', team: 'Door' });
  expect((await seen(foyer, 'host', lea.id)).attributes).toMatchObject({
    company: 'Théâtre du Port',
    team: 'Light',
  });
});

test('CALL-17c mass assignment: roles, ids and names of built-in properties are unknown fields', async () => {
  const foyer = await venueWithFields();
  const keys = ['roles', 'userId', 'isAdmin', 'isHost', 'constructor', 'toString', 'x'.repeat(300)];
  for (const key of keys) {
    const { error } = await save(foyer, 'attendee', { [key]: 'ROLE_ADMIN' });
    expect(error).toMatchObject({ code: 'invalidInput' });
    expect(error?.errMsg).toContain(`Unknown field ${key.slice(0, 80)}`);
  }
});

test('CALL-17k __proto__ is rejected', async () => {
  const foyer = await venueWithFields();
  const headers = { ...(await foyer.credentials('attendee')), 'content-type': 'application/json' };
  const path = `/api/userProfile/architecture/${architectureId}/userProfile`;
  for (const body of [
    '{"attributes":{"__proto__":"x"}}',
    '{"attributes":{"\\u005f_proto__":"x"}}',
    '{"attributes":{},"__proto__":{}}',
  ]) {
    const response = await foyer.fetch(path, { method: 'POST', headers, body });
    expect([body, response.status]).toEqual([body, 400]);
    expect(await response.text()).toContain('__proto__');
  }
});

test('CALL-17d other ids and roles beside the attributes are rejected', async () => {
  const foyer = await venueWithFields();
  for (const more of [{ userId: 'another-user' }, { roles: ['ROLE_ADMIN'] }]) {
    const body = { attributes: { company: 'Mine' }, ...more };
    const { error } = await foyer.call(saveProfile, { params: { architectureId }, body }, { as: 'attendee' });
    expect(error).toMatchObject({ code: 'invalidInput' });
    expect(error?.errMsg).toContain(Object.keys(more)[0]);
  }
});

test.each(['email', 'badge'])('CALL-17e %s cannot be changed here', async (key) => {
  const foyer = await venueWithFields();
  const { error } = await save(foyer, 'attendee', { [key]: 'other@example.com' });
  expect(error?.errMsg).toBe(`The field ${key} cannot be changed here.`);
  const ada = await foyer.users.of('attendee');
  expect((await seen(foyer, ada, ada.id)).attributes['email']).toBe('attendee@example.com');
});

test('CALL-17f if one field is rejected, none is changed', async () => {
  const foyer = await venueWithFields();
  await save(foyer, 'attendee', { name: 'Someone Else', team: 'Sound', company: 'bad\u202Evalue' });
  const ada = await foyer.users.of('attendee');
  const { attributes } = await seen(foyer, ada, ada.id);
  expect(attributes['name']).toBe('Ada Attendee');
  expect(attributes).not.toHaveProperty('team');
});

test('CALL-17g values of the wrong type are rejected', async () => {
  const foyer = await venueWithFields();
  expect((await save(foyer, 'attendee', { openForNetworking: 'yes' })).error?.errMsg).toBe(
    'The field openForNetworking must be a boolean.',
  );
  expect((await save(foyer, 'attendee', { company: true })).error?.errMsg).toBe(
    'The field company must be a string.',
  );
});

test.each([
  ['company', profileValueLength],
  ['socialMedia', profileValueLength],
  ['team', profileValueLength],
  ['privateInformation', privateInformationLength],
])('PROFILE-04a %s accepts up to %i characters', async (field, limit) => {
  const foyer = await venueWithFields();
  const head = field === 'socialMedia' ? 'https://example.org/' : '';
  const longest = head + 'x'.repeat(limit - head.length);
  const { data } = await mustSave(foyer, 'attendee', { [field]: longest });
  expect(data.attributes[field]).toBe(longest);
  const { error } = await save(foyer, 'attendee', { [field]: `${longest}x` });
  expect(error).toMatchObject({ code: 'valueTooLong', details: { field, limit } });
});

test('PROFILE-04b code points are counted, and a value of a megabyte is rejected', async () => {
  const foyer = await venueWithFields();
  const faces = '😀'.repeat(profileValueLength);
  expect((await mustSave(foyer, 'attendee', { company: faces })).data.attributes['company']).toBe(faces);
  const large = await save(foyer, 'attendee', { company: 'x'.repeat(1_000_000) });
  expect(large.error).toMatchObject({ code: 'valueTooLong', details: { field: 'company' } });
  const larger = await save(foyer, 'attendee', { company: 'x'.repeat(1_100_000) });
  expect(larger.error?.code).toBe('payloadTooLarge');
});

test('CALL-17h an unreadable name is rejected', async () => {
  const foyer = await venueWithFields();
  for (const [what, name] of [
    ['U+0000', 'a\u0000b'],
    ['a bell', 'a\u0007b'],
    ['a line break', 'a\nb'],
    ['a line separator', 'a\u2028b'],
    ['a direction override', 'gpj.\u202Eexe'],
    ['an isolate', '\u2067right'],
    ['half a character', 'a\uD800b'],
    ['zalgo', `Z${'\u0351\u0328'.repeat(8)}algo`],
  ] as const) {
    const { error } = await save(foyer, 'attendee', { name });
    expect([what, error?.code, error?.details]).toEqual([what, 'invalidInput', { field: 'name' }]);
  }
});

test('PROFILE-02f a name cannot be emptied once it is set', async () => {
  const foyer = await venueWithFields();
  await mustSave(foyer, 'attendee', { name: 'Ada' });
  for (const name of ['', '  ']) {
    const { error } = await save(foyer, 'attendee', { name, company: 'Lost' });
    expect([error?.code, error?.details]).toEqual(['invalidInput', { field: 'name' }]);
  }
  const { data } = await mustSave(foyer, 'attendee', { company: '' });
  expect(data.attributes).toMatchObject({ name: 'Ada' });
  expect(data.attributes['company']).toBeUndefined();
});

test('CALL-17i names in all scripts are stored unchanged', async () => {
  const foyer = await venueWithFields();
  for (const name of ['Zoë Nguyễn', 'محمد صلاح', 'ราตรีสวัสดิ์', 'नमस्ते', '👩‍👩‍👧', 'می‌خواهم', 'בְּרֵאשִׁ֖ית']) {
    const { data } = await mustSave(foyer, 'attendee', { name: `  ${name} ` });
    expect(data.attributes['name']).toBe(name.normalize('NFC'));
  }
});

test('CALL-17j a social profile must be a web URL without credentials', async () => {
  const foyer = await venueWithFields();
  for (const socialMedia of [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//example.org/me',
    'example.org/me',
    'http://user:pw@example.org/',
    'https://user@example.org/',
    'https://localhost/',
    'https:example.org',
    'ftp://example.org/',
    'https://',
  ]) {
    const { error } = await save(foyer, 'attendee', { socialMedia });
    expect([socialMedia, error?.code, error?.details]).toEqual([
      socialMedia,
      'invalidInput',
      { field: 'socialMedia' },
    ]);
  }
});

test('a saved name is stored with the account and part of its export', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, false);
  await mustSave(foyer, lea, { name: 'Léa F.', company: '' });
  const exported = await foyer.must(exportAccount, {}, { as: lea });
  expect(exported['account']).toMatchObject({ name: 'Léa F.', company: '' });
  expect(exported['profile']).toEqual({
    attributes: {
      socialMedia: 'https://social.example.org/lea',
      privateInformation: 'Room 12, knows the caretaker',
      openForNetworking: 'false',
      team: 'Light',
      diet: 'No nuts',
    },
  });
});

test('deleting an account deletes its profile', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  await foyer.must(deleteAccount, { body: { email: lea.email, currentPassword: testPassword } }, { as: lea });
  expect((await read(foyer, 'administrator', lea.id)).status).toBe(404);
  const { read: rows } = foyer.running.storage;
  expect(await rows.selectFrom('profileValue').selectAll().where('userId', '=', lea.id).execute()).toEqual(
    [],
  );
});

test('a profile response must not be cached', async () => {
  const foyer = await venueWithFields();
  const lea = await createProfile(foyer, true);
  expect((await read(foyer, 'attendee', lea.id)).headers.get('cache-control')).toBe('no-store');
});
