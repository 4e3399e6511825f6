import { createAccount, getLoginOptions, signIn, type LoginConfiguration } from '@foyer/contract';
import { expect, test } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';
import { exampleVenue, publishExample } from '#testing/venues';
import { testPassword } from '#testing/testUsers';

const options = (foyer: Foyer, mode: 'LIVE' | 'STAGE' = 'LIVE'): Promise<LoginConfiguration[]> =>
  foyer.must(getLoginOptions, {}, { as: 'anonymous', mode });

const oidc = {
  type: 'oidc',
  id: 'corp',
  displayName: 'Company account',
  issuer: 'https://id.example.com',
  clientId: 'foyer',
};
const cvent = {
  type: 'cvent',
  baseUrl: 'https://api.example.com/ea',
  clientId: 'id',
  clientSecret: 'a secret',
  displayName: 'Confirmation number',
};
const bizzabo = { type: 'bizzabo', baseUrl: 'https://api.example.com/v1', apiKey: 'a key', eventId: 262026 };

test('CALL-06 without a login file guests are admitted, and users can sign in with email and password', async () => {
  const foyer = await startFoyer();
  expect(await options(foyer)).toEqual([
    { loginProvider: 'ANONYMOUS', idpProvider: [] },
    {
      loginProvider: 'FIREBASE',
      loginType: 'FIREBASE',
      idpProvider: [{ displayName: '', providerID: 'password' }],
      passwordReset: false,
    },
  ]);
});

test('LOGIN-12a cvent and bizzabo are separate options, each listed once, with and without a password login', async () => {
  for (const password of [[], [{ type: 'password', displayName: 'Email' }]]) {
    const foyer = await startFoyer({ login: { providers: [...password, oidc, bizzabo, cvent] } });
    await publishExample(foyer, venueWithCvent({ cventLoginEnabled: true, cventEvent: 'NIGHTFALL26' }));
    const found = await options(foyer);
    expect(found.map(({ loginProvider, displayName }) => [loginProvider, displayName])).toEqual([
      ['CVENT_LOGIN', 'Confirmation number'],
      ['BIZZABO_LOGIN', undefined],
      ['FIREBASE', undefined],
    ]);
    expect(found[2]?.idpProvider).toEqual([
      { displayName: 'Company account', providerID: 'corp' },
      ...password.map(() => ({ displayName: 'Email', providerID: 'password' })),
    ]);
  }
});

test('LOGIN-12b cvent is offered only if the published venue enables it and names an event', async () => {
  for (const [venue, offered] of [
    [undefined, false],
    [{}, false],
    [{ cventLoginEnabled: true }, false],
    [{ cventLoginEnabled: true, cventEvent: '' }, false],
    [{ cventLoginEnabled: false, cventEvent: 'NIGHTFALL26' }, false],
    [{ cventLoginEnabled: true, cventEvent: 'NIGHTFALL26' }, true],
  ] as const) {
    const foyer = await startFoyer({ login: { providers: [cvent] } });
    if (venue !== undefined) await publishExample(foyer, venueWithCvent(venue));
    const found = (await options(foyer)).some(({ loginProvider }) => loginProvider === 'CVENT_LOGIN');
    expect(found, JSON.stringify(venue)).toBe(offered);
  }
});

test('LOGIN-19a login is required exactly when no anonymous provider is configured', async () => {
  const open = await startFoyer({ login: { providers: [{ type: 'anonymous' }, { type: 'password' }] } });
  await publishExample(open);
  expect((await open.fetch('/api/ui/venue?architectureId=nightfall')).status).toBe(200);
  const closed = await startFoyer({ login: { providers: [{ type: 'password' }] } });
  await publishExample(closed);
  expect((await closed.fetch('/api/ui/venue?architectureId=nightfall')).status).toBe(401);
});

test('ROLE-03a the stage has its own options: never anonymous, no tickets, always a password', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'anonymous' }, oidc, bizzabo, cvent] } });
  await publishExample(foyer, venueWithCvent({ cventLoginEnabled: true, cventEvent: 'NIGHTFALL26' }));
  expect(await options(foyer, 'STAGE')).toEqual([
    {
      loginProvider: 'FIREBASE',
      loginType: 'FIREBASE',
      idpProvider: [
        { displayName: 'Company account', providerID: 'corp' },
        { displayName: '', providerID: 'password' },
      ],
      passwordReset: false,
    },
  ]);
});

test('ROLE-03e in an anonymous venue without other login options hosts can sign in with a password', async () => {
  const foyer = await startFoyer({ login: { providers: [{ type: 'anonymous' }] } });
  await foyer.users.of('host');
  const body = { email: 'host@example.com', password: testPassword };
  expect((await foyer.call(signIn, { body }, { as: 'anonymous' })).status).toBe(200);
});

test('without a password login in the venue, designers can sign in to the stage and attendees cannot sign in', async () => {
  const foyer = await startFoyer({ login: { providers: [oidc] } });
  await foyer.users.of('designer');
  await foyer.must(createAccount, { body: { email: 'attendee@example.com', password: testPassword } });
  const as = 'anonymous';
  for (const [email, mode, status] of [
    ['designer@example.com', 'STAGE', 200],
    ['attendee@example.com', 'STAGE', 403],
    ['designer@example.com', 'LIVE', 404],
    ['attendee@example.com', 'LIVE', 404],
  ] as const) {
    const response = await foyer.call(signIn, { body: { email, password: testPassword } }, { as, mode });
    expect([email, mode, response.status]).toEqual([email, mode, status]);
    if (status !== 200) expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test('password reset and registration are offered only if mail can be sent', async () => {
  const login = { providers: [{ type: 'password' }], registration: { allowedDomains: ['example.com'] } };
  const [without] = await options(await startFoyer({ login }));
  expect(without).toMatchObject({ passwordReset: false });
  expect(without).not.toHaveProperty('registration');
  const [withMail] = await options(await startFoyer({ login, env: { MAIL_CATCH: 'true' } }));
  expect(withMail).toMatchObject({
    passwordReset: true,
    registration: { allowedDomains: ['example.com'] },
  });
});

test('demo accounts and tickets are shown only if the login file has a demo section', async () => {
  const demo = {
    accounts: [{ role: 'ROLE_HOST', email: 'host@example.com', password: 'a demo password' }],
    tickets: { bizzabo: { number: '260001', email: 'mara@example.com' } },
  };
  const providers = [{ type: 'password' }, bizzabo];
  const [ticket, password] = await options(await startFoyer({ login: { providers, demo } }));
  expect(ticket?.demoTicket).toEqual(demo.tickets.bizzabo);
  expect(password?.demoAccounts).toEqual(demo.accounts);
  for (const option of await options(await startFoyer({ login: { providers } }))) {
    expect(option).not.toHaveProperty('demoTicket');
    expect(option).not.toHaveProperty('demoAccounts');
  }
});

function venueWithCvent(more: { cventLoginEnabled?: boolean; cventEvent?: string }) {
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  if (architecture === undefined) throw new Error('the example venue has no architecture');
  return { ...venue, architectures: [{ ...architecture, ...more }] };
}
