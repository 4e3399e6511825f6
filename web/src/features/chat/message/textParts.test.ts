import { expect, test } from 'vitest';
import { textParts } from './textParts.ts';

const hrefs = (text: string): string[] =>
  textParts(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

test('addresses of the web are links, and the sentence around them is not', () => {
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
])('%s is no link', (text) => expect(hrefs(text)).toEqual([]));

test.each([
  // Cyrillic letters beside Latin ones.
  ['https://аpple.com/login', 'https://xn--pple-43d.com/login'],
  ['https://paypaӏ.example', 'https://xn--paypa-iof.example/'],
  // Letters that are what they look like.
  ['https://müller.example', undefined],
  ['https://пример.рф', undefined],
  ['https://موقع.example', undefined],
])('%s is shown so that it is taken for no other address', (text, shown) => {
  const [link] = textParts(text);
  expect(link?.kind === 'link' && [link.text, link.shown]).toEqual([text, shown]);
});

test('an address of the web may lack its beginning, and one of mail is written to', () => {
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

test('no sign that turns the direction of writing is part of an address', () => {
  expect(hrefs('https://foyer.example/\u202Efdp.exe')).toEqual(['https://foyer.example/']);
});

test('who is named stands out, the longer name before the shorter', () => {
  expect(textParts('Hi @Ada Lovelace and @Ada!', ['Ada', 'Ada Lovelace'])).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'mention', text: '@Ada Lovelace' },
    { kind: 'text', text: ' and ' },
    { kind: 'mention', text: '@Ada' },
    { kind: 'text', text: '!' },
  ]);
  expect(textParts('mail@ada', ['Bo'])).toEqual([{ kind: 'text', text: 'mail@ada' }]);
});

test('100,000 letters that look like the beginning of an address take no time', () => {
  const before = performance.now();
  textParts('http'.repeat(25_000));
  textParts('@'.repeat(100_000), ['Ada']);
  textParts('www.'.repeat(25_000));
  textParts('a@a.a'.repeat(20_000));
  textParts(`a@${'a.'.repeat(50_000)}`);
  expect(performance.now() - before).toBeLessThan(1_000);
});
