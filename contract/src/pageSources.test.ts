import { expect, test } from 'vitest';
import { covers, noPageSources, type PageSources } from './pageSources.ts';

const films = 'https://films.example.org';
const maps = 'https://maps.example.org';
const framed: PageSources = { origins: { frame: [films, maps] }, permissions: { autoplay: [films] } };

test.each<[covered: boolean, what: string, needed: PageSources]>([
  [true, 'nothing', noPageSources],
  [true, 'the same', framed],
  [true, 'less', { origins: { frame: [maps], media: [] }, permissions: {} }],
  [false, 'another origin', { origins: { frame: ['https://other.example.org'] }, permissions: {} }],
  [false, 'an allowed origin for another use', { origins: { media: [films] }, permissions: {} }],
  [false, 'a permission for another frame', { origins: {}, permissions: { autoplay: [maps] } }],
  [false, 'another permission', { origins: {}, permissions: { camera: [films] } }],
])('VERSION-09d a policy covers (%s) a venue that needs %s', (covered, _what, needed) => {
  expect(covers(framed, needed)).toBe(covered);
  expect(covers(noPageSources, needed)).toBe(needed === noPageSources);
});
