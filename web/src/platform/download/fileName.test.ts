import { expect, test } from 'vitest';
import { extensionFrom, fileNameOf, safeFileName } from './fileName.ts';

test.each([
  ['a path', '../../etc/passwd', 'etc passwd'],
  ['line breaks', 'two\r\nlines', 'two lines'],
  ['a change of direction', 'invoice\u202Efdp.exe', 'invoice fdp.exe'],
  ['nothing that is left', '\u2066//\u2069', 'file'],
  ['an Arabic mark of direction', 'plan\u061Cfdp.exe', 'plan fdp.exe'],
  ['a hidden file', '.htaccess', 'htaccess'],
  ['dots and spaces at the end', 'plan. . .', 'plan'],
  ['a device of Windows', 'CON', '_CON'],
  ['a device of Windows with an extension', 'nul.pdf', '_nul.pdf'],
  ['a name that begins like a device', 'Contents', 'Contents'],
  ['300 letters', 'ä'.repeat(300), 'ä'.repeat(120)],
  ['300 symbols of two units', '🎪'.repeat(300), '🎪'.repeat(60)],
])('ASSET-03v %s becomes a safe name', (_, name, safe) => {
  expect(safeFileName(name, 'file')).toBe(safe);
});

test('ASSET-03w a downloaded file has the name that was shown and the extension of its type', () => {
  const disposition = `attachment; filename="plan.pdf"; filename*=UTF-8''Der%20Plan.pdf`;
  expect(fileNameOf('Our plan', extensionFrom(disposition))).toBe('Our plan.pdf');
  expect(fileNameOf('Our plan.PDF', extensionFrom(disposition))).toBe('Our plan.PDF');
  expect(fileNameOf('المخطط', extensionFrom('attachment; filename="plan.pdf"'))).toBe('المخطط.pdf');
  expect(fileNameOf('Version 2.0 of all', extensionFrom(null))).toBe('Version 2.0 of all');
  expect(fileNameOf(`${'x'.repeat(300)}.pdf`, '.pdf')).toBe(`${'x'.repeat(240)}.pdf`);
});
