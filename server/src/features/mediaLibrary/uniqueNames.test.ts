import { expect, test } from 'vitest';
import { UniqueNames } from './uniqueNames.ts';

const namesOf = (given: readonly string[], extension = '.pdf'): string[] => {
  const names = new UniqueNames();
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
  ];
  expect(namesOf(given)).toEqual([
    'passwd.pdf',
    'ab.pdf',
    'fdp.exe.pdf',
    '_CON.pdf',
    '_aux.pdf',
    'file.pdf',
    'Übersicht 😀.pdf',
    'برنامج.pdf',
    'What_ _Now__ 1 _ 2 _ _.pdf',
  ]);
  expect(namesOf(['Q1/Q2', 'CON', '..', 'a.'], '')).toEqual(['Q2', '_CON', 'file', 'a']);
});

test.each(['x', '会', '😀'])('CALL-27i 300 times %s is shortened to what file systems allow', (character) => {
  const names = namesOf(Array.from({ length: 1_001 }, () => character.repeat(300)));
  expect(names.at(-1)).toMatch(/ \(1001\)\.pdf$/);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).not.toContain('\uFFFD');
});

test('CALL-27j ten thousand equal names are numbered without comparing each with all others', () => {
  const names = namesOf(Array.from({ length: 10_000 }, () => 'slides'));
  expect(names.at(-1)).toBe('slides (10000).pdf');
});
