import { expect, test } from 'vitest';
import { richTextWarnings } from './richTextWarnings.ts';

const reasonsFor = (text: string): string[] =>
  richTextWarnings({ impress: [{ text }] }).map(({ reason }) => reason.split(' (')[0] ?? '');

test.each([
  ['plain', 'Welcome, 3 < 4'],
  ['allowed tags', '<p class="intro">Welcome <b>back</b></p>'],
  ['a handler outside of a tag', '<b>On air</b> onclick=1'],
])('a rich text with %s is not warned about', (_name, text) => {
  expect(reasonsFor(text)).toEqual([]);
});

test.each([
  ['<script>alert(1)</script>', 'contains a script tag: the whole text will be shown as invalid rich text'],
  ['<\n/ script>', 'contains a script tag: the whole text will be shown as invalid rich text'],
  ['<IFRAME src="https://a.example">', 'will be cleaned: <iframe> is removed'],
  ['<b>Hi</b><img src="a.png"\tonError = "go()">', 'will be cleaned: the attribute onerror is removed'],
  ['<a href=" JavaScript:go()">Go</a>', 'will be cleaned: a javascript: address is removed'],
])('%j is warned about', (text, reason) => {
  expect(reasonsFor(text)).toEqual([reason]);
});

// A check in quadratic time would take minutes: such a venue file would stop every check after it.
test.each(['<', '< ', '</', '<a', '<a ', '<a on', '<a href=', '<a href= ', ' ', '\n'])(
  'a rich text that repeats %j is checked in linear time',
  (unit) => {
    const repeated = unit.repeat(500_000);
    expect(reasonsFor(repeated)).toEqual([]);
    expect(reasonsFor(`<${repeated}<svg>`)).toEqual(['will be cleaned: <svg> is removed']);
  },
);
