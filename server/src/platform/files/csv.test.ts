import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('cells with commas, quotes and line breaks are quoted', () => {
  expect(csvRow(['plain', 'a,b', 'say "hi"', 'two\nlines', ''])).toBe(
    'plain,"a,b","say ""hi""","two\nlines",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])(
  'a spreadsheet shows %j as text and not as a formula',
  (value) => {
    expect(csvRow([value]).replace(/^"/, '').startsWith(`'${value}`)).toBe(true);
  },
);
