/** Password resets requested by an attacker. */
import { setPassword, signIn } from '@foyer/contract';
import { expect, test } from 'vitest';
import { addUser, requestReset, startMailingFoyer } from '../testing/mailingFoyer.ts';
import { migratedDatabase } from '#testing/database';

const anonymous = { as: 'anonymous' } as const;

test('input 17: an unknown address gets the same response as a known one, and no mail', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  const [unknown, known, none] = [
    await requestReset({ foyer }, 'nobody@example.org'),
    await requestReset({ foyer }, 'ada@example.org'),
    await requestReset({ foyer }, 'no address at all'),
  ];
  await smtp.mailsTo('ada@example.org');
  const visible = ({ status, bytes, headers }: typeof known) => [status, bytes.length, [...headers.keys()]];
  expect(visible(unknown)).toEqual(visible(known));
  expect(visible(none)).toEqual(visible(known));
  await foyer.stop();
  expect(smtp.mails).toHaveLength(1);
});

test('input 17: a hundred requests get the same response, and at most three mails are sent in an hour', async () => {
  const { foyer, smtp } = await startMailingFoyer();
  await addUser(foyer, 'ada@example.org');
  await addUser(foyer, 'bea@example.org');
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => requestReset({ foyer }, 'ada@example.org')),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  // Another user of the same network is not affected.
  await requestReset({ foyer }, 'bea@example.org');
  await smtp.mailsTo('bea@example.org');
  await smtp.mailsTo('ada@example.org', 3);
  foyer.advance(3_600_000);
  await requestReset({ foyer }, 'ada@example.org');
  await smtp.mailsTo('ada@example.org', 4);
  await foyer.stop();
  expect(smtp.mails).toHaveLength(5);
});

test('the mails of an hour are counted across restarts and nodes', async () => {
  const database = await migratedDatabase();
  const { foyer: before, smtp } = await startMailingFoyer({ database });
  await addUser(before, 'ada@example.org');
  await addUser(before, 'bea@example.org');
  for (let time = 1; time <= 3; time += 1) {
    await requestReset({ foyer: before }, 'ada@example.org');
    await smtp.mailsTo('ada@example.org', time);
  }
  await before.stop();
  const { foyer: after, smtp: smtpAfter } = await startMailingFoyer({ database });
  await requestReset({ foyer: after }, 'ada@example.org');
  await requestReset({ foyer: after }, 'bea@example.org');
  await smtpAfter.mailsTo('bea@example.org');
  await after.stop();
  expect(smtpAfter.mails).toHaveLength(1);
  await database.remove();
});

test('a password of one megabyte is rejected before it is hashed', async () => {
  const { foyer } = await startMailingFoyer();
  const body = { token: 'not-a-token-that-anyone-was-given-01234567', password: 'x'.repeat(1024 * 1024) };
  const { error } = await foyer.call(setPassword, { body }, anonymous);
  expect(error?.code).toBe('payloadTooLarge');
  const signing = await foyer.call(
    signIn,
    { body: { email: 'ada@example.org', password: body.password } },
    anonymous,
  );
  expect(signing.error?.code).toBe('payloadTooLarge');
});
