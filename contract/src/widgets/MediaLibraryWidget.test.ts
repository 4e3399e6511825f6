import { expect, test } from 'vitest';
import { errorsOf, warningsOf } from './configurationIssues.testing.ts';

const assets = [{ locale: 'en', assetId: 'plan' }];
const uris = [{ locale: 'en', uri: 'https://www.example.org/' }];
const folder = (id: string, ...media: readonly object[]) => ({
  id,
  names: [],
  media: media.map((medium, index) => ({ id: `${id}-${index}`, names: [], ...medium })),
});

test('WIDGET-07d a medium may not have the id of a medium in another folder', () => {
  const folders = [folder('a', { id: 'plan', assets }), folder('b', { uris }, { id: 'plan', assets })];
  expect(errorsOf('MediaLibraryWidget', { folders })).toEqual([
    ['folders.1.media.1.id', '"plan" is the id of a medium of another folder'],
  ]);
  expect(errorsOf('MediaLibraryWidget', { folders: [folder('a', { assets }, { assets })] })).toEqual([]);
});

test('WIDGET-07e saving warns of a medium without a file and a link, and of captions that nothing shows', () => {
  const captions = [{ locale: 'en', assetId: 'captions' }];
  const folders = [folder('a', { assets, captions }, { uris, captions }, { assets: [], uris: [] }, { uris })];
  expect(warningsOf('MediaLibraryWidget', { folders })).toEqual([
    ['folders.0.media.1.captions', 'is not used, because only films among the assets have captions'],
    ['folders.0.media.2', 'has neither a file nor a link: set assets or uris'],
  ]);
});
