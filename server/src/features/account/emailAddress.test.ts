import { createAccount, signIn } from '@foyer/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEmailAddress } from './emailAddress.ts';
import { addUser, goodPassword, signInCode } from './testing/mailingFoyer.ts';
import { startFoyer } from '#testing/foyer';

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['  ada@example.org ', 'ada@example.org'],
  ['ada＠example.org', 'ada@example.org'],
  ['ａｄａ@example.org', 'ada@example.org'],
  ['ada+tag@example.org', 'ada+tag@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['jörg@example.org', 'jörg@example.org'],
  ['юля@пример.рф', 'юля@xn--e1afmkfd.xn--p1ai'],
  ['ada@localhost', 'ada@localhost'],
])('input 11: %s is %s', (given, key) => {
  expect(parseEmailAddress(given)?.key).toBe(key);
});

test.each([
  ['a Cyrillic а among Latin letters', 'vаctim@example.org'],
  ['a mixed host', 'ada@exаmple.org'],
  ['a mixed host in one label', 'ada@mail.gооgle.com'],
  ['Greek and Latin', 'αda@example.org'],
  ['no @', 'example.org'],
  ['nothing before the @', '@example.org'],
  ['nothing after it', 'ada@'],
  ['a space', 'ada lovelace@example.org'],
  ['a line break', 'ada@example.org\nbcc: bea@example.org'],
  ['two @', 'ada@bea@example.org'],
  ['a list', 'ada@example.org,bea@example.org'],
  ['a name', 'Ada <ada@example.org>'],
  ['an IP address', 'ada@127.0.0.1'],
  ['an IP address as a number', 'ada@2130706433'],
  ['a soft hyphen', 'a\u{AD}da@example.org'],
  ['a direction override', 'ada\u{202E}@example.org'],
  ['U+0000', 'ada\u0000@example.org'],
  ['a dot at the end', 'ada.@example.org'],
  ['a host with a slash', 'ada@example.org/x'],
  ['128 characters', `${'a'.repeat(60)}@${'b'.repeat(60)}.example`],
])('input 11: an address with %s is invalid', (_what, given) => {
  expect(parseEmailAddress(given)).toBeUndefined();
});

test('normalizing an address twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.tuple(fc.string({ unit: 'grapheme' }), fc.domain()).map((parts) => parts.join('@')),
      ),
      (given) => {
        const once = parseEmailAddress(given);
        if (once !== undefined) expect(parseEmailAddress(once.key)?.key).toBe(once.key);
      },
    ),
  );
});

test('input 11: an address with a dotless i is another account', async () => {
  const foyer = await startFoyer();
  await addUser(foyer, 'victim@example.org');
  expect(await signInCode(foyer, 'vıctim@example.org', goodPassword)).toBe('invalidCredentials');
});

test('input 11: a full-width @ equals @', async () => {
  const foyer = await startFoyer();
  await addUser(foyer, 'victim@example.org');
  expect(await signInCode(foyer, 'Victim＠example.org', goodPassword)).toBe('signedIn');
  const again = await foyer.call(createAccount, {
    body: { email: 'VICTIM＠example.org', password: goodPassword },
  });
  expect(again.error?.code).toBe('duplicateAccount');
});

test('input 12: an address with a plus tag is another account', async () => {
  const foyer = await startFoyer();
  await addUser(foyer, 'ada@example.org');
  expect(await signInCode(foyer, 'ada+tag@example.org', goodPassword)).toBe('invalidCredentials');
  const tagged = await addUser(foyer, 'ada+tag@example.org', { password: 'yet another password' });
  expect(tagged.email).toBe('ada+tag@example.org');
  expect(await signInCode(foyer, 'ada@example.org', 'yet another password')).toBe('invalidCredentials');
});

test('an invalid address is rejected without an internal error', async () => {
  const foyer = await startFoyer();
  const { error } = await foyer.call(
    signIn,
    { body: { email: 'no address', password: goodPassword } },
    { as: 'anonymous' },
  );
  expect(error?.code).toBe('invalidCredentials');
  const added = await foyer.call(createAccount, { body: { email: 'vаctim@example.org' } });
  expect(added.error?.code).toBe('invalidInput');
});
