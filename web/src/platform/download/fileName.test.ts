import { expect, test } from 'vitest';
import { extensionFrom, fileNameOf, safeFileName } from './fileName.ts';

test.each([
  ['a path', '../../etc/passwd', '.. .. etc passwd'],
  ['line breaks', 'two\r\nlines', 'two lines'],
  ['a change of direction', 'invoice\u202Efdp.exe', 'invoice fdp.exe'],
  ['nothing that is left', '\u2066//\u2069', 'file'],
  ['300 letters', 'ä'.repeat(300), 'ä'.repeat(150)],
])('ASSET-03v %s becomes a safe name', (_, name, safe) => {
  expect(safeFileName(name, 'file')).toBe(safe);
});

test('ASSET-03w a downloaded file has the name that was shown and the extension of its type', () => {
  const disposition = `attachment; filename="plan.pdf"; filename*=UTF-8''Der%20Plan.pdf`;
  expect(fileNameOf('Our plan', extensionFrom(disposition))).toBe('Our plan.pdf');
  expect(fileNameOf('Our plan.PDF', extensionFrom(disposition))).toBe('Our plan.PDF');
  expect(fileNameOf('المخطط', extensionFrom('attachment; filename="plan.pdf"'))).toBe('المخطط.pdf');
  expect(fileNameOf('Version 2.0 of all', extensionFrom(null))).toBe('Version 2.0 of all');
});
