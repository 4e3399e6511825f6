import { profileFields } from '@foyer/contract';
import { expect, test } from 'vitest';
import { faultOf } from './profileForm.ts';

const field = (key: string) => {
  const found = profileFields([]).find((each) => each.key === key);
  if (!found) throw new Error(`no field ${key}`);
  return found;
};

test.each(['', '   ', '\u200b'])('PROFILE-02d a name that was given is not emptied by %j', (value) => {
  expect(faultOf(field('name'), value, 'Ada')).toEqual({ kind: 'emptied' });
});

test('PROFILE-02e whoever never gave a name need not, and all else can be emptied', () => {
  expect(faultOf(field('name'), '', '')).toBeUndefined();
  expect(faultOf(field('company'), '', 'Nordlys')).toBeUndefined();
});
