import { expect, test } from 'vitest';
import { firstLineOf, visibleText } from './visibleText.ts';

test('ERROR-10pa control characters, changes of direction and separators of a message are visible', () => {
  expect(visibleText('\u001b[31mred\u0007 a\u007fb \u0085 \u202eabc\u2066 x\u2028y \ufeff \u{e0001}')).toBe(
    String.raw`\u001b[31mred\u0007 a\u007fb \u0085 \u202eabc\u2066 x\u2028y \ufeff \u{e0001}`,
  );
});

test('ERROR-10pb line breaks, tabs and the joiners of scripts and emoji stay', () => {
  expect(visibleText('a\r\n\tb\rc 👩\u200d🚀 می\u200cخواهم')).toBe('a\n\tb\\u000dc 👩\u200d🚀 می\u200cخواهم');
});

test('ERROR-10pc a row shows the first line that is not empty', () => {
  expect(firstLineOf('\n\n  TypeError: x\n at y')).toBe('TypeError: x');
});
