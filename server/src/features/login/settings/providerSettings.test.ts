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
  ['an id with the SAML prefix', { ...oidc, id: 'saml.corp' }],
  ['the id of a built-in login option', { ...oidc, id: 'password' }],
  ['an issuer over http', { ...oidc, issuer: 'http://idp.example' }],
  ['an issuer with a password', { ...oidc, issuer: 'https://me:secret@idp.example' }],
  ['scopes without openid', { ...oidc, scope: 'email profile' }],
  ['an invalid domain', { ...oidc, allowedDomains: ['@corp.example'] }],
  ['an unknown setting', { ...oidc, verifySignature: false }],
  ['a SAML id without the prefix saml.', { ...saml, id: 'corp' }],
  ['an entry point over http', { ...saml, entryPoint: 'http://idp.example/sso' }],
  ['no certificate', { ...saml, idpCertificate: undefined }],
  ['an invalid certificate', { ...saml, idpCertificate: 'nonsense' }],
  ['a certificate with a short key', { ...saml, idpCertificate: weak.certificate }],
  [
    'a valid certificate and one with a short key',
    { ...saml, idpCertificate: key.certificate + weak.certificate },
  ],
  ['a private key without its certificate', { ...saml, privateKey: key.privateKey }],
  ['an invalid private key', { ...saml, privateKey: 'nonsense', certificate: key.certificate }],
])('a provider with %s is rejected at the start, in one line with its path', (_title, provider) => {
  expect(() => read(provider)).toThrow(/^The login file "[^\n]*login\.json": providers\[0\][^\n]*$/);
});

test('an issuer is kept unchanged, including a slash at the end', () => {
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
