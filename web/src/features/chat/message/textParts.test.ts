import { expect, test } from 'vitest';
import { textParts } from './textParts.ts';

const hrefs = (text: string): string[] =>
  textParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

test('URLs become links, without the punctuation around them', () => {
  expect(textParts('See https://foyer.example/a?b=c, or not.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://foyer.example/a?b=c', href: 'https://foyer.example/a?b=c' },
    { kind: 'text', text: ', or not.' },
  ]);
  expect(hrefs('(https://foyer.example/a)')).toEqual(['https://foyer.example/a']);
  expect(hrefs('https://foyer.example/a_(b)')).toEqual(['https://foyer.example/a_(b)']);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>',
  'ftp://files.example',
  'https://',
  'https://bank.example@evil.example/',
  'www.foyer',
  'www..example',
  'www.bank.example@evil.example',
  'awww.cute.example',
  'mail@ada',
  '@ada.example',
  'a@b..example',
  'a@b.example@evil.example',
  '<img src=x onerror=alert(1)>',
])('%s is not a link', (text) => expect(hrefs(text)).toEqual([]));

test.each([
  // Cyrillic letters beside Latin ones.
  ['https://аpple.com/login', 'https://xn--pple-43d.com/login'],
  ['https://paypaӏ.example', 'https://xn--paypa-iof.example/'],
  // Hosts in one script.
  ['https://müller.example', undefined],
  ['https://пример.рф', undefined],
  ['https://موقع.example', undefined],
])('%s is shown in Punycode if it imitates another host', (text, shown) => {
  const [link] = textParts(text);
  expect(link?.kind === 'link' && [link.text, link.shown]).toEqual([text, shown]);
});

test('www. hosts become https links, and email addresses mailto links', () => {
  expect(textParts('See www.foyer.example/a, or ask ada+talks@foyer.example.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'www.foyer.example/a', href: 'https://www.foyer.example/a' },
    { kind: 'text', text: ', or ask ' },
    { kind: 'link', text: 'ada+talks@foyer.example', href: 'mailto:ada+talks@foyer.example' },
    { kind: 'text', text: '.' },
  ]);
  expect(hrefs('(WWW.Foyer.Example)')).toEqual(['https://www.foyer.example/']);
  expect(hrefs('https://foyer.example/@ada@chat.example')).toEqual([
    'https://foyer.example/@ada@chat.example',
  ]);
  const [link] = textParts('www.pаypal.example');
  expect(link?.kind === 'link' && link.shown).toBe('https://www.xn--pypal-4ve.example/');
});

test('bidirectional control characters end a URL', () => {
  expect(hrefs('https://foyer.example/\u202Efdp.exe')).toEqual(['https://foyer.example/']);
});

test('mentions are split off, matching the longest name first', () => {
  expect(textParts('Hi @Ada Lovelace and @Ada!', ['Ada', 'Ada Lovelace'])).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'mention', text: '@Ada Lovelace' },
    { kind: 'text', text: ' and ' },
    { kind: 'mention', text: '@Ada' },
    { kind: 'text', text: '!' },
  ]);
  expect(textParts('mail@ada', ['Bo'])).toEqual([{ kind: 'text', text: 'mail@ada' }]);
});

test('100,000 characters that resemble the start of a link are parsed in under a second', () => {
  const before = performance.now();
  textParts('http'.repeat(25_000));
  textParts('@'.repeat(100_000), ['Ada']);
  textParts('www.'.repeat(25_000));
  textParts('a@a.a'.repeat(20_000));
  textParts(`a@${'a.'.repeat(50_000)}`);
  expect(performance.now() - before).toBeLessThan(1_000);
});
