import { expect, test } from 'vitest';
import { derivedName } from './derivedName.ts';

test.each([
  ['ada.lovelace@example.com', 'Ada Lovelace'],
  ['ada-maria.lovelace@example.com', 'Ada Maria Lovelace'],
  ['ADA.lovelace@example.com', 'ADA Lovelace'],
  ['åsa.örn@example.com', 'Åsa Örn'],
  ['ada_l@example.com', 'Ada_l'],
  ['..ada..@example.com', 'Ada'],
  ['"a@b"@example.com', 'A B'],
  ['ada', 'Ada'],
])('SESSION-07a the name derived from %s is %s', (email, name) => {
  expect(derivedName(email)).toBe(name);
});

test.each([
  ['ada.lovelace+nightfall@example.com', 'Ada Lovelace'],
  ['ada+a+b@example.com', 'Ada'],
])('SESSION-07b the plus suffix of %s is ignored', (email, name) => {
  expect(derivedName(email)).toBe(name);
});

test.each(['', '@', '+x@example.com', '...@example.com', '🎉@example.com'])(
  'SESSION-07c no name can be derived from %j',
  (email) => {
    expect(derivedName(email)).toBe('');
  },
);
