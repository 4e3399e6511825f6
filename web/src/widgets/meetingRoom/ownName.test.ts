import type { CookieProvider } from '@foyer/contract';
import { expect, test } from 'vitest';
import { firstDisplayName, hasAgreed } from './ownName.ts';

const provider = (id: string, type: CookieProvider['type']): CookieProvider => ({
  id,
  name: id,
  type,
  attributes: [],
});
const cookieProviders = [
  provider('whereby', 'EXTERNAL_MEDIA'),
  provider('vimeo', 'EXTERNAL_MEDIA'),
  provider('maps', 'TECHNICALLY_REQUIRED'),
];
const agreed = (providers: string[], allowed: string[], type: 'SIMPLE' | 'NONE' = 'SIMPLE') =>
  hasAgreed(providers, { cookieBannerConfig: { type, text: [] }, cookieProviders }, (id) =>
    allowed.includes(id),
  );

test('MEET-03b consent counts if the user has allowed each provider of the meeting', () => {
  expect(agreed(['whereby'], ['whereby'])).toBe(true);
  expect(agreed(['whereby', 'vimeo'], ['whereby', 'vimeo'])).toBe(true);
});

test.each([
  ['no provider is named', [], ['whereby'], 'SIMPLE'],
  ['the provider is not allowed', ['whereby'], [], 'SIMPLE'],
  ['only another provider is allowed', ['whereby'], ['vimeo'], 'SIMPLE'],
  ['one of two providers is not allowed', ['whereby', 'vimeo'], ['vimeo'], 'SIMPLE'],
  ['the provider is always on', ['maps'], ['maps'], 'SIMPLE'],
  ['one of two providers is always on', ['whereby', 'maps'], ['whereby', 'maps'], 'SIMPLE'],
  ['the venue does not know the provider', ['zoom'], ['zoom'], 'SIMPLE'],
  ['the venue does not ask', ['whereby'], ['whereby'], 'NONE'],
] as const)('MEET-03c there is no consent if %s', (_, providers, allowed, type) => {
  expect(agreed([...providers], [...allowed], type)).toBe(false);
});

test.each([
  [['Ada Lind', 'ada@example.com', 'Guest'], 'Ada Lind'],
  [[' <> ', 'ada@example.com', 'Guest'], 'ada@example.com'],
  [['', undefined, 'Guest 4711'], 'Guest 4711'],
  [['<>', undefined, ''], ''],
])('MEET-03d of the names %j, %j is sent', (names, sent) => {
  expect(firstDisplayName(names)).toBe(sent);
});
