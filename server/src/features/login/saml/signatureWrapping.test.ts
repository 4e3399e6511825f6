/** Signature wrapping attacks: the response has a valid signature, and another assertion that is not signed. */
import { assertionOf, emailAttribute, nameIdOf, namespaces, responseOf } from '@foyer/standins/samlForge';
import { test } from 'vitest';
import {
  expectAllRejected,
  signedAssertion,
  signedResponse,
  splitSigned,
  type ForgeryContext,
} from '../testing/samlForgeries.ts';

/** The attacker's assertion, about another user. */
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
    'XSW 1: a forged response, with the signed one within its signature': [
      (context) => {
        const signed = signedResponse(context, { id: '_good' });
        const { signature } = splitSigned(signed);
        const bare = signed.replace(signature, '');
        const around = signature.replace('</Signature>', `${bare}</Signature>`);
        return responseOf(context.to, around + evil(context), { id: '_outer' });
      },
      /expected exactly one assertion/,
    ],
    'XSW 2: a forged response, with the signed one beside its signature': [
      (context) => {
        const signed = signedResponse(context, { id: '_good' });
        const { signature } = splitSigned(signed);
        return responseOf(context.to, signed.replace(signature, '') + signature + evil(context), {
          id: '_outer',
        });
      },
      /expected exactly one assertion/,
    ],
    'XSW 3: another assertion before the signed one': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, evil(context) + assertion);
      },
      /expected exactly one assertion/,
    ],
    'XSW 4: another assertion around the signed one': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, inside(evil(context), assertion));
      },
      /expected exactly one assertion/,
    ],
    'XSW 5: another assertion with the signature, the signed one at the end': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion, signature, bare } = splitSigned(signed);
        const wrapped = evil(context).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return signed.replace(assertion, wrapped + bare);
      },
      /expected exactly one assertion/,
    ],
    'XSW 6: another assertion with the signature, the signed one within the signature': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion, signature, bare } = splitSigned(signed);
        const around = signature.replace('</Signature>', `${bare}</Signature>`);
        return signed.replace(assertion, evil(context).replace('</saml:Issuer>', `</saml:Issuer>${around}`));
      },
      /expected exactly one assertion/,
    ],
    'XSW 7: another assertion within Extensions': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion } = splitSigned(signed);
        const extensions = `<samlp:Extensions>${evil(context)}</samlp:Extensions>`;
        return signed.replace(assertion, extensions + assertion);
      },
      /expected exactly one assertion/,
    ],
    'XSW 8: the signed assertion within an Object of the signature': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion, signature, bare } = splitSigned(signed);
        const around = signature.replace('</Signature>', `<Object>${bare}</Object></Signature>`);
        return signed.replace(assertion, evil(context).replace('</saml:Issuer>', `</saml:Issuer>${around}`));
      },
      /expected exactly one assertion/,
    ],
  });
});

test('P25 an assertion beside, around or instead of the signed one opens no session', async () => {
  await expectAllRejected({
    'with the same id': [
      (context) => {
        const signed = signedAssertion(context, { id: '_same' });
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, evil(context, '_same') + assertion);
      },
      /an id occurs twice/,
    ],
    'with the same id in the attribute Id': [
      (context) => {
        const signed = signedAssertion(context, { id: '_same' });
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, evil(context, '_same').replace(' ID=', ' Id=') + assertion);
      },
      /an id occurs twice/,
    ],
    'with two ids': [
      (context) => signedAssertion(context).replace('<saml:Assertion ', '<saml:Assertion Id="_second" '),
      /an id occurs twice/,
    ],
    'after the signed one': [
      (context) => signedAssertion(context).replace('</samlp:Response>', `${evil(context)}</samlp:Response>`),
      /expected exactly one assertion/,
    ],
    'within the status': [
      (context) =>
        signedAssertion(context).replace(
          '</samlp:Status>',
          `<samlp:StatusDetail>${evil(context)}</samlp:StatusDetail></samlp:Status>`,
        ),
      /expected exactly one assertion/,
    ],
    'with the signed one within Advice': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, inside(evil(context), `<saml:Advice>${assertion}</saml:Advice>`));
      },
      /expected exactly one assertion/,
    ],
    'of another namespace': [
      (context) =>
        signedAssertion(context).replace(
          '</samlp:Response>',
          '<Assertion xmlns="urn:other"/></samlp:Response>',
        ),
      /expected exactly one assertion/,
    ],
    'in lower case': [
      (context) =>
        signedAssertion(context).replace(
          '</samlp:Response>',
          `<saml:assertion ${namespaces.assertion}/></samlp:Response>`,
        ),
      /expected exactly one assertion/,
    ],
    'encrypted beside it': [
      (context) =>
        signedAssertion(context).replace(
          '</samlp:Response>',
          `<saml:EncryptedAssertion ${namespaces.assertion}/></samlp:Response>`,
        ),
      /expected exactly one assertion/,
    ],
    'encrypted instead of the signed one': [
      (context) => responseOf(context.to, `<saml:EncryptedAssertion ${namespaces.assertion}/>`),
      /the assertion is not a child of the response/,
    ],
    'within another element': [
      (context) => {
        const signed = signedAssertion(context);
        const { assertion } = splitSigned(signed);
        return signed.replace(assertion, `<samlp:Wrapper>${assertion}</samlp:Wrapper>`);
      },
      /the assertion is not a child of the response/,
    ],
    'instead of the signed one, with its signature': [
      (context) => {
        const signed = signedAssertion(context, { id: '_good' });
        const { assertion, signature } = splitSigned(signed);
        const other = evil(context).replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return signed.replace(assertion, other);
      },
      /does not cover the element/,
    ],
    'instead of the signed one, with its id': [
      (context) => {
        const signed = signedAssertion(context, { id: '_good' });
        const { assertion, signature } = splitSigned(signed);
        const other = evil(context, '_good').replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        return signed.replace(assertion, other);
      },
      /not verified/,
    ],
    'with a signature in the response that covers the assertion': [
      (context) => {
        const signed = signedAssertion(context, { id: '_good' });
        const { assertion, signature } = splitSigned(signed);
        return signed.replace(assertion, signature + evil(context));
      },
      /does not cover the element/,
    ],
    'with the signature in another element': [
      (context) => {
        const signed = signedAssertion(context);
        const { signature } = splitSigned(signed);
        return signed
          .replace(signature, '')
          .replace('</samlp:Status>', `<samlp:StatusDetail>${signature}</samlp:StatusDetail></samlp:Status>`);
      },
      /a signature is duplicate or not in/,
    ],
    'within a response within a response': [
      (context) => responseOf(context.to, signedAssertion(context)),
      /the assertion is not a child of the response/,
    ],
    'no assertion': [(context) => responseOf(context.to, ''), /expected exactly one assertion/],
  });
});
