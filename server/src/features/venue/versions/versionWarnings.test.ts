import { changeKey, defaultWidgetSettings, venue } from '@foyer/contract';
import { expect, test } from 'vitest';
import { smallVenue, withChanges } from '../testing/smallVenue.ts';
import { describeWarnings } from './versionWarnings.ts';

test('CONSENT-14t the warnings of a version have their places by ids, and the names on the way', () => {
  const film = {
    id: 'film',
    type: 'VimeoWidget',
    name: 'Opening film',
    configurations: [{ id: 'always', name: 'Always', uris: [{ locale: 'en', uri: 'https://vimeo.com/1' }] }],
  };
  const file = withChanges(
    smallVenue(),
    ['architectures[0].areas[0].contentWidgets', [film]],
    ['architectures[0].areas[1].viewPoints[0].background.cookieProviders', []],
  );
  const { warnings, names } = describeWarnings(venue.parse(file), defaultWidgetSettings);
  expect(warnings.map(({ path, reason }) => [changeKey(path), reason])).toEqual([
    [
      'areas/lobby/contentWidgets/film/configurations/always',
      'loads from player.vimeo.com before attendees have consented: name its provider in cookieProviders',
    ],
    [
      'areas/hall/viewPoints/middle/background',
      'loads from media.example.com before attendees have consented: name its provider in cookieProviders',
    ],
    ['cookieProviders/video-host', 'no widget or background uses the provider "video-host"'],
  ]);
  expect(names).toEqual({
    'areas/lobby': [{ locale: 'en', text: 'Lobby' }],
    'areas/lobby/contentWidgets/film': 'Opening film',
    'areas/lobby/contentWidgets/film/configurations/always': 'Always',
    'areas/hall': [{ locale: 'en', text: 'Hall' }],
    'cookieProviders/video-host': 'Video host',
  });
});
