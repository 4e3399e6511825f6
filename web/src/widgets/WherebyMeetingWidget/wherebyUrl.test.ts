import { expect, test } from 'vitest';
import { toDisplayName } from '../meetingRoom/ownName.ts';
import { wherebyUrl } from './wherebyUrl.ts';

const room = 'https://example.whereby.com/room?roomKey=a.b-c';
const shared = { id: 'c', name: 'c', cookieProviders: [] };
const guest = { displayName: 'Ada Lovelace', language: 'de-CH' };
const parametersOf = (configuration: object, changes: object = {}) =>
  Object.fromEntries(
    new URL(wherebyUrl(room, { ...shared, ...configuration }, { ...guest, ...changes })).searchParams,
  );
const always = { roomKey: 'a.b-c', lang: 'de', displayName: 'Ada Lovelace', jsApi: 'true' };

test('MEET-02a a room without options keeps its key and gets name, language and messages', () => {
  expect(parametersOf({})).toEqual(always);
});

test.each([
  ['audio', 'audio'],
  ['background', 'background'],
  ['logo', 'logo'],
  ['locking', 'locking'],
  ['participantCount', 'participantCount'],
  ['settingsButton', 'settingsButton'],
  ['pipButton', 'pipButton'],
  ['breakout', 'breakout'],
  ['chat', 'chat'],
  ['leaveButton', 'leaveButton'],
  ['lowData', 'lowData'],
  ['moreButton', 'moreButton'],
  ['people', 'people'],
  ['preCallReview', 'precallReview'],
  ['roomIntegrations', 'roomIntegrations'],
  ['screenshare', 'screenshare'],
  ['subgridLabels', 'subgridLabels'],
  ['timer', 'timer'],
  ['video', 'video'],
])('MEET-02b %s is sent as on or off', (option, parameter) => {
  expect(parametersOf({ [option]: true })).toEqual({ ...always, [parameter]: 'on' });
  expect(parametersOf({ [option]: false })).toEqual({ ...always, [parameter]: 'off' });
});

test.each(['autoSpotlight', 'skipMediaPermissionPrompt', 'floatSelf'])(
  'MEET-02c %s is sent when it is on only',
  (option) => {
    expect(parametersOf({ [option]: true })).toEqual({ ...always, [option]: 'on' });
    expect(parametersOf({ [option]: false })).toEqual(always);
  },
);

test.each([
  ['ja', 'jp'],
  ['no', 'nb'],
  ['zh-Hans', 'zh-hant'],
  ['pt-BR', 'pt'],
  ['ar', undefined],
])('MEET-02d the language %s is %s at Whereby', (language, lang) => {
  expect(parametersOf({}, { language })['lang']).toBe(lang);
});

test.each([
  ['Ada & Co&audio=off#x', 'Ada & Co&audio=off#x'],
  ['  Ada \n <b>$!:; Lovelace ', 'Ada b Lovelace'],
  ['Ada\nLovelace', 'Ada Lovelace'],
  ['\u202eevil\u0000\u2066\u200b', 'evil'],
  ['x'.repeat(2_000), 'x'.repeat(100)],
  ['🎉'.repeat(101), '🎉'.repeat(50)],
  [`x${'🎉'.repeat(50)}`, `x${'🎉'.repeat(49)}`],
  ['<>', ''],
])('MEET-03a the display name of %j is %j, and changes no other parameter', (name, sent) => {
  const displayName = toDisplayName(name);
  expect(displayName).toBe(sent);
  expect(parametersOf({}, { displayName })).toEqual({
    ...always,
    displayName: sent === '' ? undefined : sent,
  });
});

test('MEET-01a a room whose host ends with a dot is requested by the name that the page’s policy allows', () => {
  const url = wherebyUrl('https://example.whereby.com./room', shared, guest);
  expect(new URL(url).origin).toBe('https://example.whereby.com');
});
