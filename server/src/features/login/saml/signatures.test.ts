/** Signatures that do not count. */
import { assertionOf, responseOf, signXml, type SignOptions } from '@foyer/standins/samlForge';
import { test } from 'vitest';
import {
  expectAllRejected,
  signedAssertion,
  signedResponse,
  splitSigned,
  providerKey,
  strangerKey,
  type ForgeryContext,
} from '../testing/samlForgeries.ts';

const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const signedWith =
  (options: SignOptions, key = providerKey) =>
  ({ to }: ForgeryContext): string =>
    signXml(responseOf(to, assertionOf(to)), 'Assertion', key, options);
const changed = (from: string | RegExp, into: string) => (forging: ForgeryContext) =>
  signedAssertion(forging).replace(from, into);

test('P25 bad input 24: an answer without a signature that counts opens no session', async () => {
  await expectAllRejected({
    unsigned: [({ to }) => responseOf(to, assertionOf(to)), /nothing is signed/],
    'signature taken away': [
      (forging) => {
        const signed = signedAssertion(forging);
        return signed.replace(splitSigned(signed).signature, '');
      },
      /nothing is signed/,
    ],
    'signature of the response taken away': [
      (forging) => {
        const signed = signedResponse(forging);
        return signed.replace(splitSigned(signed).signature, '');
      },
      /nothing is signed/,
    ],
    'an empty signature value': [
      changed(/<SignatureValue>[^<]*<\/SignatureValue>/, '<SignatureValue></SignatureValue>'),
      /not verified/,
    ],
    'no signature value': [
      changed(/<SignatureValue>[^<]*<\/SignatureValue>/, ''),
      /there is not one SignatureValue/,
    ],
    'of another key': [signedWith({}, strangerKey), /not verified/],
    'of another key that it shows itself': [
      signedWith({ certificate: strangerKey.certificate }, strangerKey),
      /not verified/,
    ],
    'of another key, with the right certificate shown': [
      signedWith({ certificate: providerKey.certificate }, strangerKey),
      /not verified/,
    ],
    'one of the response by a stranger beside a true one': [
      ({ to, key }) =>
        signXml(signXml(responseOf(to, assertionOf(to)), 'Assertion', key), 'Response', strangerKey),
      /not verified/,
    ],
    'a name changed after signing': [changed('person-1', 'administrator'), /not verified/],
    'an email changed after signing': [changed('noor@corp.example', 'admin@corp.example'), /not verified/],
    'an attribute added after signing': [
      changed('<saml:AttributeStatement>', '<saml:AttributeStatement><saml:Attribute Name="mail"/>'),
      /not verified/,
    ],
    'a response changed after it was signed': [
      (forging) => signedResponse(forging).replace('noor@corp.example', 'admin@corp.example'),
      /not verified/,
    ],
  });
});

test('P25 an algorithm that is weak, or that anybody can use, opens no session', async () => {
  const pem = providerKey.certificate;
  const hmacs = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  await expectAllRejected({
    'RSA with SHA-1': [
      signedWith({ signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      /a signature is of an algorithm that is not allowed/,
    ],
    'a SHA-1 digest': [signedWith({ digest: sha1 }), /a digest is of an algorithm that is not allowed/],
    'HMAC with the certificate as password': [
      signedWith({ hmacSecret: pem }),
      /a signature is of an algorithm that is not allowed/,
    ],
    'HMAC with the bare certificate': [
      signedWith({ hmacSecret: pem.replaceAll(/-----[^-]*-----|\n/g, '') }),
      /a signature is of an algorithm that is not allowed/,
    ],
    'RSA renamed to HMAC': [
      changed('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hmacs),
      /a signature is of an algorithm that is not allowed/,
    ],
    'RSA renamed to HMAC with SHA-256': [
      changed('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
      /a signature is of an algorithm that is not allowed/,
    ],
    'an algorithm that is none': [
      changed('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'none'),
      /a signature is of an algorithm that is not allowed/,
    ],
    'SHA-256 renamed to SHA-512': [
      changed('xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha512'),
      /not verified/,
    ],
    'a second signature method': [
      changed('<SignatureMethod ', `<SignatureMethod Algorithm="${hmacs}"/><SignatureMethod `),
      /there is not one SignatureMethod/,
    ],
    'inclusive canonicalisation': [
      signedWith({ canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
      /canonicalised in a way/,
    ],
    'canonicalisation with comments': [
      signedWith({ canonicalization: `${exclusive}WithComments` }),
      /canonicalised in a way/,
    ],
    'a transform with comments': [
      signedWith({ transforms: [enveloped, `${exclusive}WithComments`] }),
      /a signature transforms what it covers/,
    ],
    'one transform alone': [signedWith({ transforms: [exclusive] }), /a signature transforms what it covers/],
    'a third transform': [
      signedWith({ transforms: [enveloped, exclusive, exclusive] }),
      /a signature transforms what it covers/,
    ],
    'an XSLT transform': [
      changed(
        `<Transform Algorithm="${enveloped}"/>`,
        '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
      ),
      /a signature transforms what it covers/,
    ],
    'an XPath transform': [
      changed(
        `<Transform Algorithm="${enveloped}"/>`,
        '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
      ),
      /a signature transforms what it covers/,
    ],
  });
});

test('P25 a signature of a shape of its own opens no session', async () => {
  const reference = /<Reference .*<\/Reference>/;
  await expectAllRejected({
    'a reference to everything': [changed(/URI="#[^"]*"/, 'URI=""'), /covers something else/],
    'a reference elsewhere': [
      changed(/URI="#[^"]*"/, 'URI="https://evil.example/assertion"'),
      /covers something else/,
    ],
    'a reference by XPointer': [
      changed(/URI="#([^"]*)"/, 'URI="#xpointer(id(&apos;$1&apos;))"'),
      /covers something else/,
    ],
    'a reference that breaks out of a query': [
      changed(/URI="#[^"]*"/, 'URI="#x&apos; or &apos;1&apos;=&apos;1"'),
      /covers something else/,
    ],
    'no reference': [changed(reference, ''), /there is not one Reference/],
    'two references': [
      (forging) => signedAssertion(forging).replace(reference, (found) => found + found),
      /there is not one Reference/,
    ],
    'what is signed, twice': [
      (forging) => signedAssertion(forging).replace(/<SignedInfo>.*<\/SignedInfo>/, (found) => found + found),
      /there is not one SignedInfo/,
    ],
    'what is signed, within an object': [
      (forging) =>
        signedAssertion(forging).replace(
          /<SignedInfo>.*<\/SignedInfo>/,
          (found) => `<Object>${found}</Object>${found}`,
        ),
      /parts that do not belong there/,
    ],
    'a manifest': [
      changed('</Signature>', '<Object><Manifest/></Object></Signature>'),
      /parts that do not belong there/,
    ],
    'a second signature of the same': [
      (forging) => {
        const signed = signedAssertion(forging);
        const { signature } = splitSigned(signed);
        return signed.replace(signature, signature + signature);
      },
      /a signature is not where it belongs/,
    ],
    'a signature of another namespace': [
      changed('<saml:Subject>', '<saml:Signature/><saml:Subject>'),
      /a signature is not where it belongs/,
    ],
    'a second digest': [
      changed('<DigestValue>', '<DigestValue>AAAA</DigestValue><DigestValue>'),
      /not verified/,
    ],
    'an empty digest': [changed(/<DigestValue>[^<]*</, '<DigestValue><'), /not verified/],
    'an element without an id': [
      changed(/(<saml:Assertion [^>]*) ID="[^"]*"/, '$1'),
      /covers something else/,
    ],
  });
});
