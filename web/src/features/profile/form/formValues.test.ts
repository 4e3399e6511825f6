import { profileFields } from '@foyer/contract';
import { expect, test } from 'vitest';
import { errorOf } from './formValues.ts';

const field = (key: string) => {
  const found = profileFields([]).find((each) => each.key === key);
  if (!found) throw new Error(`There is no field ${key}.`);
  return found;
};

test.each(['', '   ', '\u200b'])('PROFILE-02d a name cannot be replaced by %j', (value) => {
  expect(errorOf(field('name'), value, 'Ada')).toEqual({ kind: 'emptied' });
});

test('PROFILE-02e a missing name can stay empty, and other fields can be emptied', () => {
  expect(errorOf(field('name'), '', '')).toBeUndefined();
  expect(errorOf(field('company'), '', 'Nordlys')).toBeUndefined();
});
