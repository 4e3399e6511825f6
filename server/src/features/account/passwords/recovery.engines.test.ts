import { setPassword } from '@foyer/contract';
import { tokenIn } from '@foyer/standins/smtp';
import { expect, test } from 'vitest';
import { addUser, requestReset, startMailingFoyer } from '../testing/mailingFoyer.ts';

test('LOGIN-20c a password link works once', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await requestReset({ foyer }, 'ada@example.org');
  const token = tokenIn((await smtp.mailsTo('ada@example.org'))[0]!);
  const use = (password: string) =>
    foyer.call(setPassword, { body: { token, password } }, { as: 'anonymous' });
  const [first, second] = await Promise.all([use('quite another password'), use('a third password')]);
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 410]));
  expect((await use('a fourth password')).error?.code).toBe('linkExpired');
});
