import { archiveMedia } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import { createLibrary, type Entry, type Library } from './library.ts';
import {
  choiceOf,
  chooseRange,
  existing,
  filesToDownload,
  summaryOf,
  toggle,
  toggleAll,
  type Choice,
} from './selection.ts';

/** A library with folders of files of 10 bytes, and a link at the end of each. */
function libraryOf(...sizes: readonly number[]): Library {
  const folders = sizes.map((size, at) => ({
    id: `f${at}`,
    names: [],
    media: [
      ...Array.from({ length: size }, (_, index) => ({
        id: `f${at}-${index}`,
        names: [],
        assets: [{ locale: 'en' as const, assetId: 'file' }],
      })),
      { id: `f${at}-link`, names: [], uris: [{ locale: 'en' as const, uri: 'https://example.org/' }] },
    ],
  }));
  const assets = new Map([['file', { id: 'file', alts: [], mediaType: 'application/pdf', bytes: 10 }]]);
  return createLibrary(folders, { assets, localizedEntry: (entries) => entries?.[0] });
}

const small = libraryOf(3, 2);
const inFolder = ({ entries }: Library, id: string): readonly Entry[] =>
  entries.filter(({ folderId }) => folderId === id);
const choose = (library: Library, chosen: readonly string[], shown = library.entries): Choice =>
  choiceOf(library, filesToDownload(library, new Set(chosen), shown));

test('WIDGET-07l a range chooses the files between two entries, in either direction, and no links', () => {
  const entries = small.entries;
  const range = chooseRange(new Set(['f0-0']), entries, { from: 'f1-0', to: 'f0-1' });
  expect([...range]).toEqual(['f0-0', 'f0-1', 'f0-2', 'f1-0']);
  expect([...chooseRange(new Set(), entries, { from: 'filtered out', to: 'f0-1' })]).toEqual(['f0-1']);
  expect([...toggle(toggle(new Set(['a']), 'b'), 'a')]).toEqual(['b']);
});

test('WIDGET-07m all that is shown is chosen and removed again, what is not shown stays chosen', () => {
  const shown = inFolder(small, 'f1');
  const chosen = toggleAll(new Set(['f0-0']), shown);
  expect([...chosen]).toEqual(['f0-0', 'f1-0', 'f1-1']);
  expect([...toggleAll(chosen, shown)]).toEqual(['f0-0']);
});

test('WIDGET-07n an archive is the library, a folder, or media by their ids; one file is no archive', () => {
  expect(choose(small, [])).toEqual({ kind: 'archive' });
  expect(choose(small, [], inFolder(small, 'f1'))).toEqual({ kind: 'archive', folder: 'f1' });
  expect(choose(small, ['f1-0', 'f1-1'])).toEqual({ kind: 'archive', folder: 'f1' });
  expect(choose(small, ['f0-1', 'f1-0'])).toEqual({ kind: 'archive', media: ['f0-1', 'f1-0'] });
  expect(choose(small, ['f0-0', 'f0-1', 'f0-2', 'f1-0', 'f1-1'])).toEqual({ kind: 'archive' });
  expect(choose(small, ['f0-2'])).toMatchObject({ kind: 'file', entry: { id: 'f0-2' } });
  expect(summaryOf(filesToDownload(small, new Set(), inFolder(small, 'f0')))).toEqual({
    files: 3,
    bytes: 30,
  });
});

test('WIDGET-07ba without chosen files those that a search or a filter shows are downloaded', () => {
  const found = small.entries.filter(({ id }) => id.endsWith('-1') || id.endsWith('-link'));
  expect(choose(small, [], found)).toEqual({ kind: 'archive', media: ['f0-1', 'f1-1'] });
  expect(choose(small, ['f0-0', 'f0-2'], found)).toEqual({ kind: 'archive', media: ['f0-0', 'f0-2'] });
});

test('WIDGET-07bb chosen files that a new version no longer has are no longer chosen', () => {
  const chosen = new Set(['f0-0', 'f1-1']);
  expect(existing(chosen, small)).toBe(chosen);
  expect([...existing(chosen, libraryOf(3))]).toEqual(['f0-0']);
});

test('WIDGET-07o as many media as an archive can name are chosen one by one, of a folder any number', () => {
  const large = libraryOf(archiveMedia + 2, 1);
  const first = (count: number) => Array.from({ length: count }, (_, index) => `f0-${index}`);
  expect(choose(large, first(archiveMedia))).toMatchObject({ kind: 'archive' });
  expect(choose(large, first(archiveMedia + 1))).toEqual({ kind: 'tooMany' });
  expect(choose(large, first(archiveMedia + 2))).toEqual({ kind: 'archive', folder: 'f0' });
});
