import { venueFieldWords } from '@foyer/contract/venueFieldWords';
import { expect, test } from 'vitest';
import en from './texts/en.json';

test('VERSION-03r the stage and the command line have the same English words for fields', () => {
  expect(en.fields).toEqual(venueFieldWords);
});
