import { expect, test } from 'vitest';
import { kindOf } from './mediaItem.ts';

test.each([
  ['image/webp', 'picture'],
  ['video/mp4', 'film'],
  ['application/vnd.apple.mpegurl', 'film'],
  ['audio/mpeg', 'sound'],
  ['application/zip', 'archive'],
  ['application/pdf', 'document'],
  ['application/vnd.oasis.opendocument.text', 'document'],
  [undefined, 'document'],
])('WIDGET-07f a file of the type %s is a %s', (mediaType, kind) => {
  expect(kindOf(mediaType)).toBe(kind);
});
