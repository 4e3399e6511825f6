import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertifiedKey } from '@foyer/standins/certificate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeLogin, readLoginFile } from './loginFile.ts';

const key = makeCertifiedKey('The identity provider');
const weak = makeCertifiedKey('Weak', 1_024);
let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'foyer-login-'));
  writeFileSync(join(dataDir, 'provider.pem'), key.certificate);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const read = (provider: object) => {
  writeFileSync(join(dataDir, 'login.json'), JSON.stringify({ providers: [provider] }));
  return readLoginFile({ dataDir });
};
const oidc = {
  type: 'oidc',
  id: 'corp',
  displayName: 'Corp',
  issuer: 'https://idp.example/',
  clientId: 'foyer',
};
const saml = {
  type: 'saml',
  id: 'saml.corp',
  displayName: 'Corp',
  entryPoint: 'https://idp.example/sso?idpid=C04',
  idpIssuer: 'https://idp.example/metadata',
  idpCertificate: key.certificate,
};

test.each<[string, object]>([
  ['an id that means SAML', { ...oidc, id: 'saml.corp' }],
  ['the id of a built-in way', { ...oidc, id: 'password' }],
  ['an issuer over http', { ...oidc, issuer: 'http://idp.example' }],
  ['an issuer with a password', { ...oidc, issuer: 'https://me:secret@idp.example' }],
  ['scopes without openid', { ...oidc, scope: 'email profile' }],
  ['a domain that is none', { ...oidc, allowedDomains: ['@corp.example'] }],
  ['a setting that nobody knows', { ...oidc, verifySignature: false }],
  ['a SAML id without saml.', { ...saml, id: 'corp' }],
  ['an entry point over http', { ...saml, entryPoint: 'http://idp.example/sso' }],
  ['no certificate', { ...saml, idpCertificate: undefined }],
  ['a certificate that is none', { ...saml, idpCertificate: 'nonsense' }],
  ['a certificate of a short key', { ...saml, idpCertificate: weak.certificate }],
  [
    'a good certificate and one of a short key',
    { ...saml, idpCertificate: key.certificate + weak.certificate },
  ],
  ['a private key without its certificate', { ...saml, privateKey: key.privateKey }],
  ['a private key that is none', { ...saml, privateKey: 'nonsense', certificate: key.certificate }],
])('a provider with %s is refused at the start, in one line that names the place', (_title, provider) => {
  expect(() => read(provider)).toThrow(/^The login file "[^\n]*login\.json": providers\[0\][^\n]*$/);
});

test('an issuer is kept to the letter, a slash at its end included', () => {
  expect(read(oidc).providers[0]).toMatchObject({ issuer: 'https://idp.example/' });
});

test('an entry point may have a query', () => {
  expect(read(saml).providers[0]).toMatchObject({ entryPoint: 'https://idp.example/sso?idpid=C04' });
});

test('certificates may be two PEM blocks, bare base64, or a file', () => {
  const bare = key.certificate.replaceAll(/-----[^-]*-----|\n/g, '');
  const { idpCertificate: _, ...rest } = saml;
  const counts = [
    { ...rest, idpCertificate: key.certificate + key.certificate },
    { ...rest, idpCertificate: bare },
    { ...rest, idpCertificateFile: 'provider.pem' },
  ].map((provider) => (read(provider).providers[0] as { idpCertificate: string[] }).idpCertificate.length);
  expect(counts).toEqual([2, 1, 1]);
});

test('neither a private key nor a client secret is printed', () => {
  const printed = [
    ...describeLogin(read({ ...oidc, clientSecret: 'the secret' })),
    ...describeLogin(read({ ...saml, privateKey: key.privateKey, certificate: key.certificate })),
  ].join('\n');
  expect(printed).not.toContain('the secret');
  expect(printed).not.toContain('PRIVATE');
});
