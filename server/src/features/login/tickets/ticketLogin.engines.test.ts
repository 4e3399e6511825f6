import { expect, test } from 'vitest';
import { checkCvent, signInWithTicket, readGrant, startTickets } from '../testing/tickets.ts';

const nora = { email: 'nora.night@example.com', password: 'NIGHT2FALL26' };

test('LOGIN-13e ten concurrent sign-ins with one grant open one session', async () => {
  const { foyer } = await startTickets();
  const cookie = readGrant(await checkCvent(foyer, nora.password));
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => signInWithTicket(foyer, nora, { cookie })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
});
