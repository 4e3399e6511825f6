import { expect, test } from 'vitest';
import { fileNameOf } from './fileNames.ts';

test.each([
  ['a path', '../../etc/passwd', '_.._etc_passwd'],
  ['line breaks', 'two\r\nlines', 'two lines'],
  ['a change of direction', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['nothing that is left', '\u2066..\u2069', 'file'],
  ['an Arabic mark of direction', 'plan\u061Cfdp.exe', 'planfdp.exe'],
  ['a space without width', 'plan\u200B.pdf', 'plan.pdf'],
  ['a percent sign', '50% off', '50_ off'],
  ['a hidden file', '.htaccess', 'htaccess'],
  ['dots and spaces at the end', 'plan. . .', 'plan'],
  ['a device of Windows', 'CON', '_CON'],
  ['a device of Windows with an extension', 'nul.pdf', '_nul.pdf'],
  ['a device of Windows with a raised number', 'com¹', '_com¹'],
  ['a name that begins like a device', 'Contents', 'Contents'],
  ['300 letters', 'ä'.repeat(300), 'ä'.repeat(118)],
  ['300 symbols of two units', '🎪'.repeat(300), '🎪'.repeat(59)],
])('ASSET-03v %s becomes a safe name', (_, name, safe) => {
  expect(fileNameOf(name, '')).toBe(safe);
});

test.each([
  ['Our plan', '.pdf', 'Our plan.pdf'],
  ['Our plan.PDF', '.pdf', 'Our plan.pdf'],
  ['Our plan.pdf', '.PDF', 'Our plan.PDF'],
  ['المخطط', '.pdf', 'المخطط.pdf'],
  ['Version 2.0 of all', '', 'Version 2.0 of all'],
  [`${'x'.repeat(300)}.pdf`, '.pdf', `${'x'.repeat(120)}.pdf`],
  ['aux', '.pdf', '_aux.pdf'],
])('ASSET-03cf "%s" as a file with the extension "%s" is "%s"', (name, extension, safe) => {
  expect(fileNameOf(name, extension)).toBe(safe);
});
