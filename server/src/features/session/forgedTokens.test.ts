import { connect } from 'node:net';
import { getUserInfo, idTokenMs } from '@foyer/contract';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { expect, test } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';
import type { TestUser } from '#testing/testUsers';

const requestUserInfo = (foyer: Foyer, authorization: string) =>
  foyer.fetch('/api/userInfo', { headers: { authorization } });

const headerOf = ({ token }: TestUser) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string; alg: string };

/** The payload of a valid token with an additional role. */
const forgedClaims = ({ token }: TestUser): JWTPayload => ({
  ...decodeJwt(token),
  authorities: ['ROLE_ATTENDEE', 'ROLE_ADMIN'],
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const publicKeyOf = async (foyer: Foyer) => {
  const { read } = foyer.running.storage;
  return (await read.selectFrom('signingKey').select('publicKey').executeTakeFirstOrThrow()).publicKey;
};

const forgeries: readonly (readonly [string, (foyer: Foyer, user: TestUser) => Promise<string> | string])[] =
  [
    ['without a signature, by alg none', (_foyer, user) => new UnsecuredJWT(forgedClaims(user)).encode()],
    [
      'without a signature, with the header of a valid one',
      (_foyer, user) => `${user.token.split('.')[0] ?? ''}.${encoded(forgedClaims(user))}.`,
    ],
    [
      'signed by HS256 with the public key as the secret',
      async (foyer, user) =>
        new SignJWT(forgedClaims(user))
          .setProtectedHeader({ alg: 'HS256', kid: headerOf(user).kid })
          .sign(Buffer.from(await publicKeyOf(foyer))),
    ],
    [
      'with other content and a valid signature',
      (_foyer, { token, ...user }) => {
        const [header, , signature] = token.split('.');
        return `${header ?? ''}.${encoded(forgedClaims({ token, ...user }))}.${signature ?? ''}`;
      },
    ],
    [
      "signed with another server's key",
      async () => {
        const other = await startFoyer();
        return (await other.account()).token;
      },
    ],
    [
      'signed with another key that has the id of ours',
      async (_foyer, user) => {
        const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
        return new SignJWT(forgedClaims(user)).setProtectedHeader(headerOf(user)).sign(privateKey);
      },
    ],
    [
      'that contains its own key',
      async (_foyer, user) => {
        const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
        const jwk = await exportJWK(publicKey);
        return new SignJWT(forgedClaims(user)).setProtectedHeader({ alg: 'EdDSA', jwk }).sign(privateKey);
      },
    ],
    ['that is truncated', (_foyer, { token }) => token.slice(0, -4)],
    ['of two parts', (_foyer, { token }) => token.split('.').slice(0, 2).join('.')],
    ['of four parts', (_foyer, { token }) => `${token}.${token.split('.')[2] ?? ''}`],
    ['whose header is no object', (_foyer, { token }) => token.replace(/^[^.]+/, encoded('EdDSA'))],
    ['of 16 kB', (_foyer, { token }) => token + 'A'.repeat(16_384 - token.length)],
  ];

test.each(forgeries)('bad input 28: a token %s gets 401', async (_title, forge) => {
  const foyer = await startFoyer();
  const user = await foyer.account();
  expect((await requestUserInfo(foyer, `Bearer ${user.token}`)).status).toBe(200);
  const response = await requestUserInfo(foyer, `Bearer ${await forge(foyer, user)}`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    401,
    'unauthorized',
  ]);
});

test('bad input 28: a valid token with another scheme, case or extra spaces gets 401', async () => {
  const foyer = await startFoyer();
  const { token } = await foyer.account();
  for (const authorization of [
    `bearer ${token}`,
    `BEARER ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} ${token}`,
    `Token ${token}`,
    token,
  ]) {
    expect([authorization.slice(0, 12), (await requestUserInfo(foyer, authorization)).status]).toEqual([
      authorization.slice(0, 12),
      401,
    ]);
  }
});

test('bad input 28: two Authorization headers get 401, also for cached responses', async () => {
  const foyer = await startFoyer();
  const { token } = await foyer.account();
  const both = [
    ['authorization', `Bearer ${token}`],
    ['authorization', `Bearer ${token}`],
  ];
  for (const path of ['/api/userInfo', '/api/venue/version']) {
    // Undici joins headers with the same name; a raw socket does not.
    expect([path, await rawStatus(foyer, path, both)]).toEqual([path, 401]);
    expect([path, await rawStatus(foyer, path, both.slice(1))]).toEqual([path, 200]);
  }
});

test('bad input 28: a token in the query is rejected', async () => {
  const foyer = await startFoyer();
  const { token } = await foyer.account();
  expect((await foyer.fetch(`/api/userInfo?authorization=Bearer%20${token}`)).status).toBe(401);
  expect((await foyer.fetch(`/api/userInfo?token=${token}`)).status).toBe(401);
});

test('expired tokens do not count towards the limit of a network', async () => {
  const foyer = await startFoyer();
  const { token } = await foyer.account();
  foyer.advance(idTokenMs);
  for (let count = 0; count < 30; count++)
    expect((await foyer.call(getUserInfo, {}, { as: { token } })).status).toBe(401);
});

const rawStatus = (foyer: Foyer, path: string, headers: readonly (readonly string[])[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(foyer.url);
    const socket = connect(Number(port), hostname);
    const lines = [['host', 'localhost'], ['connection', 'close'], ...headers];
    socket.once('data', (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString())?.[1]));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  });
