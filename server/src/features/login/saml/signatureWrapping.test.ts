/** Signature wrapping: a true signature stands in the answer, and another assertion hopes to be read. */
import { assertionOf, emailAttribute, nameIdOf, namespaces, responseOf } from '@foyer/standins/samlForge';
import { test } from 'vitest';
import {
  expectAllRejected,
  signedAssertion,
  signedResponse,
  splitSigned,
  type ForgeryContext,
} from '../testing/samlForgeries.ts';

/** The assertion that an attacker writes: somebody else's. */
const evil = ({ to }: ForgeryContext, id = '_evil') =>
  assertionOf(to, {
    id,
    nameId: nameIdOf('administrator'),
    attributes: emailAttribute('admin@corp.example'),
  });

const inside = (xml: string, content: string): string =>
  xml.replace(/<\/saml:Assertion>$/, `${content}</saml:Assertion>`);

test('P25 bad input 24: XSW 1 to 8 open no session', async () => {
  await expectAllRejected({
    'XSW 1: a response of our own, the signed one within its signature': [
      (forging) => {
        const signed = signedResponse(forging, { id: '_good' });
        const { signature } = splitSigned(signed);
        const bare = signed.replace(signature, '');
        const around = signature.replace('</Signature>', `${bare}</Signature>`);
        return responseOf(forging.to, around + evil(forging), { id: '_outer' });
      },
      /not exactly one assertion/,
    ],
    'XSW 2: a response of our own, the signed one beside its signature': [
      (forging) => {
        const signed = signedResponse(forging, { id: '_good' });
        const { signature } = splitSigned(signed);
        return responseOf(forging.to, signed.replace(signature, '') + signature + evil(forging), {
          id: '_outer',
        });
      },
      /not exactly one assertion/,
    ],
    'XSW 3: another assertion before the signed one': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, evil(forging) + assertion);
      },
      /not exactly one assertion/,
    ],
    'XSW 4: another assertion around the signed one': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, inside(evil(forging), assertion));
      },
      /not exactly one assertion/,
    ],
    'XSW 5: another assertion with the signature, the signed one at the end': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion, signature, bare } = splitSigned(signed);
        const wrapped = evil(forging).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return signed.replace(assertion, wrapped + bare);
      },
      /not exactly one assertion/,
    ],
    'XSW 6: another assertion with the signature, the signed one within that': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion, signature, bare } = splitSigned(signed);
        const around = signature.replace('</Signature>', `${bare}</Signature>`);
        return signed.replace(assertion, evil(forging).replace('</saml:Issuer>', `</saml:Issuer>${around}`));
      },
      /not exactly one assertion/,
    ],
    'XSW 7: another assertion within extensions': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion } = splitSigned(signed);
        const extensions = `<samlp:Extensions>${evil(forging)}</samlp:Extensions>`;
        return signed.replace(assertion, extensions + assertion);
      },
      /not exactly one assertion/,
    ],
    'XSW 8: the signed assertion within an object of the signature': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion, signature, bare } = splitSigned(signed);
        const around = signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`);
        return signed.replace(assertion, evil(forging).replace('</saml:Issuer>', `</saml:Issuer>${around}`));
      },
      /not exactly one assertion/,
    ],
  });
});

test('P25 an assertion beside, around or in place of the signed one opens no session', async () => {
  await expectAllRejected({
    'with the same id': [
      (forging) => {
        const signed = signedAssertion(forging, { id: '_same' });
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, evil(forging, '_same') + assertion);
      },
      /an id is there twice/,
    ],
    'with the same id in another spelling': [
      (forging) => {
        const signed = signedAssertion(forging, { id: '_same' });
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, evil(forging, '_same').replace(' ID=', ' Id=') + assertion);
      },
      /an id is there twice/,
    ],
    'with two ids of its own': [
      (forging) => signedAssertion(forging).replace('<saml:Assertion ', '<saml:Assertion Id="_second" '),
      /an id is there twice/,
    ],
    'after the signed one': [
      (forging) => signedAssertion(forging).replace('</samlp:Response>', `${evil(forging)}</samlp:Response>`),
      /not exactly one assertion/,
    ],
    'within the status': [
      (forging) =>
        signedAssertion(forging).replace(
          '</samlp:Status>',
          `<samlp:StatusDetail>${evil(forging)}</samlp:StatusDetail></samlp:Status>`,
        ),
      /not exactly one assertion/,
    ],
    'with the signed one as advice': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, inside(evil(forging), `<saml:Advice>${assertion}</saml:Advice>`));
      },
      /not exactly one assertion/,
    ],
    'of no namespace': [
      (forging) =>
        signedAssertion(forging).replace(
          '</samlp:Response>',
          '<Assertion xmlns="urn:other"/></samlp:Response>',
        ),
      /not exactly one assertion/,
    ],
    'of another spelling': [
      (forging) =>
        signedAssertion(forging).replace(
          '</samlp:Response>',
          `<saml:assertion ${namespaces.assertion}/></samlp:Response>`,
        ),
      /not exactly one assertion/,
    ],
    'encrypted beside it': [
      (forging) =>
        signedAssertion(forging).replace(
          '</samlp:Response>',
          `<saml:EncryptedAssertion ${namespaces.assertion}/></samlp:Response>`,
        ),
      /not exactly one assertion/,
    ],
    'encrypted in its place': [
      (forging) => responseOf(forging.to, `<saml:EncryptedAssertion ${namespaces.assertion}/>`),
      /the assertion is not where it belongs/,
    ],
    'within something else': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, `<samlp:Wrapper>${assertion}</samlp:Wrapper>`);
      },
      /the assertion is not where it belongs/,
    ],
    'in place of the signed one, with its signature': [
      (forging) => {
        const signed = signedAssertion(forging, { id: '_good' });
        const { assertion, signature } = splitSigned(signed);
        const other = evil(forging).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return signed.replace(assertion, other);
      },
      /covers something else/,
    ],
    'in place of the signed one, under its id': [
      (forging) => {
        const signed = signedAssertion(forging, { id: '_good' });
        const { assertion, signature } = splitSigned(signed);
        const other = evil(forging, '_good').replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return signed.replace(assertion, other);
      },
      /not verified/,
    ],
    'under a signature that stands in the response and covers another': [
      (forging) => {
        const signed = signedAssertion(forging, { id: '_good' });
        const { assertion, signature } = splitSigned(signed);
        return signed.replace(assertion, signature + evil(forging));
      },
      /covers something else/,
    ],
    'under a signature that stands somewhere else': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { signature } = splitSigned(signed);
        return signed
          .replace(signature, '')
          .replace('</samlp:Status>', `<samlp:StatusDetail>${signature}</samlp:StatusDetail></samlp:Status>`);
      },
      /a signature is not where it belongs/,
    ],
    'within a response within a response': [
      (forging) => responseOf(forging.to, signedAssertion(forging)),
      /the assertion is not where it belongs/,
    ],
    'missing altogether': [(forging) => responseOf(forging.to, ''), /not exactly one assertion/],
  });
});
