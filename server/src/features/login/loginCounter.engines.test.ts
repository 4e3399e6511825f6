import { countLogin } from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';

const captured = (foyer: Foyer) =>
  foyer.logged.filter(({ msg }) => msg === 'login counted').map(({ kind, logins }) => [kind, logins]);

test('CALL-03a logins are counted by kind and day', async () => {
  const foyer = await startFoyer();
  for (const as of ['attendee', 'attendee', 'guest', 'anonymous'] as const)
    expect((await foyer.call(countLogin, {}, { as })).status).toBe(204);
  foyer.advance(86_400_000);
  await foyer.must(countLogin, {}, { as: 'attendee' });
  expect(captured(foyer)).toEqual([
    ['account', 1],
    ['account', 2],
    ['guest', 1],
    ['anonymous', 1],
    ['account', 1],
  ]);
});

test('CALL-03b a venue that requires a login rejects callers without one; a body is rejected', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  expect((await foyer.call(countLogin, {}, { as: 'anonymous' })).status).toBe(401);
  const { authorization = '' } = await foyer.credentials('attendee');
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await foyer.fetch('/api/capture/login', {
    method: 'POST',
    headers,
    body: '{"userId":"x"}',
  });
  expect(response.status).toBe(400);
  expect(captured(foyer)).toEqual([]);
});
