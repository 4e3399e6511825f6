import { expect, test } from 'vitest';
import { maxFileName, maxFolderName, UniqueNames } from './uniqueNames.ts';

const namesOf = (given: readonly string[], extension = '.pdf'): string[] => {
  const names = new UniqueNames(extension === '' ? maxFolderName : maxFileName);
  return given.map((name) => names.add(name, extension));
};

test('CALL-27g equal names are numbered, also if they differ in case only or a number is taken', () => {
  expect(namesOf(['plan', 'Plan', 'plan (2)', 'PLAN.pdf', 'other'])).toEqual([
    'plan.pdf',
    'Plan (2).pdf',
    'plan (2) (2).pdf',
    'PLAN (3).pdf',
    'other.pdf',
  ]);
  expect(namesOf(['2026', '2026'], '')).toEqual(['2026', '2026 (2)']);
});

test('CALL-27h names become safe on every system', () => {
  const given = [
    '../../etc/passwd',
    'a\r\nb',
    '\u202Efdp.exe',
    'CON',
    'aux',
    '...',
    'Übersicht 😀',
    'برنامج',
    'What? "Now": 1 < 2 | *',
    'Fragen/Antworten\\Notizen',
    'می\u200Cخواهم 👩\u200D💻',
    'COM¹',
    'lpt³',
    '\u200D',
  ];
  expect(namesOf(given)).toEqual([
    '_.._etc_passwd.pdf',
    'a b.pdf',
    'fdp.exe.pdf',
    '_CON.pdf',
    '_aux.pdf',
    'file.pdf',
    'Übersicht 😀.pdf',
    'برنامج.pdf',
    'What_ _Now__ 1 _ 2 _ _.pdf',
    'Fragen_Antworten_Notizen.pdf',
    'می\u200Cخواهم 👩\u200D💻.pdf',
    '_COM¹.pdf',
    '_lpt³.pdf',
    'file (2).pdf',
  ]);
  expect(namesOf(['Q1/Q2', 'CON', '..', 'a.'], '')).toEqual(['Q1_Q2', '_CON', 'file', 'a']);
});

test.each(['x', '会', '😀'])('CALL-27i 300 times %s is shortened to what file systems allow', (character) => {
  const names = namesOf(Array.from({ length: 1_001 }, () => character.repeat(300)));
  expect(names.at(-1)).toMatch(/ \(1001\)\.pdf$/);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(new Set(names).size).toBe(names.length);
  expect(Array.from(names[0] ?? '').length).toBeLessThanOrEqual(100 + '.pdf'.length);
  expect(Array.from(namesOf([character.repeat(300)], '')[0] ?? '').length).toBeLessThanOrEqual(60);
  expect(names[0]).not.toContain('\uFFFD');
});

test('CALL-27j ten thousand equal names are numbered without comparing each with all others', () => {
  const names = namesOf(Array.from({ length: 10_000 }, () => 'slides'));
  expect(names.at(-1)).toBe('slides (10000).pdf');
});
