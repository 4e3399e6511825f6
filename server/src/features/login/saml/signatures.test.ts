/** Invalid signatures. */
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
const changed = (from: string | RegExp, into: string) => (context: ForgeryContext) =>
  signedAssertion(context).replace(from, into);

test('P25 bad input 24: a response without a valid signature opens no session', async () => {
  await expectAllRejected({
    unsigned: [
      ({ to }) => responseOf(to, assertionOf(to)),
      /neither the response nor the assertion is signed/,
    ],
    'the signature of the assertion removed': [
      (context) => {
        const signed = signedAssertion(context);
        return signed.replace(splitSigned(signed).signature, '');
      },
      /neither the response nor the assertion is signed/,
    ],
    'the signature of the response removed': [
      (context) => {
        const signed = signedResponse(context);
        return signed.replace(splitSigned(signed).signature, '');
      },
      /neither the response nor the assertion is signed/,
    ],
    'an empty signature value': [
      changed(/<SignatureValue>[^<]*<\/SignatureValue>/, '<SignatureValue></SignatureValue>'),
      /not verified/,
    ],
    'no signature value': [
      changed(/<SignatureValue>[^<]*<\/SignatureValue>/, ''),
      /expected exactly one SignatureValue/,
    ],
    'signed with another key': [signedWith({}, strangerKey), /not verified/],
    'signed with another key whose certificate is included': [
      signedWith({ certificate: strangerKey.certificate }, strangerKey),
      /not verified/,
    ],
    'signed with another key, with the right certificate included': [
      signedWith({ certificate: providerKey.certificate }, strangerKey),
      /not verified/,
    ],
    'the response signed with another key, the assertion with the right one': [
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
      (context) => signedResponse(context).replace('noor@corp.example', 'admin@corp.example'),
      /not verified/,
    ],
  });
});

test('P25 a weak algorithm, or one without a private key, opens no session', async () => {
  const pem = providerKey.certificate;
  const hmacs = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  await expectAllRejected({
    'RSA with SHA-1': [
      signedWith({ signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      /the algorithm of a signature is not allowed/,
    ],
    'a SHA-1 digest': [signedWith({ digest: sha1 }), /the algorithm of a digest is not allowed/],
    'HMAC with the certificate as password': [
      signedWith({ hmacSecret: pem }),
      /the algorithm of a signature is not allowed/,
    ],
    'HMAC with the bare certificate': [
      signedWith({ hmacSecret: pem.replaceAll(/-----[^-]*-----|\n/g, '') }),
      /the algorithm of a signature is not allowed/,
    ],
    'RSA renamed to HMAC': [
      changed('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hmacs),
      /the algorithm of a signature is not allowed/,
    ],
    'RSA renamed to HMAC with SHA-256': [
      changed('xmldsig-more#rsa-sha256', 'xmldsig-more#hmac-sha256'),
      /the algorithm of a signature is not allowed/,
    ],
    'an unknown algorithm': [
      changed('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'none'),
      /the algorithm of a signature is not allowed/,
    ],
    'SHA-256 renamed to SHA-512': [
      changed('xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha512'),
      /not verified/,
    ],
    'a second signature method': [
      changed('<SignatureMethod ', `<SignatureMethod Algorithm="${hmacs}"/><SignatureMethod `),
      /expected exactly one SignatureMethod/,
    ],
    'inclusive canonicalization': [
      signedWith({ canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }),
      /the canonicalization method/,
    ],
    'canonicalization with comments': [
      signedWith({ canonicalization: `${exclusive}WithComments` }),
      /the canonicalization method/,
    ],
    'a transform with comments': [
      signedWith({ transforms: [enveloped, `${exclusive}WithComments`] }),
      /the transforms of a signature/,
    ],
    'only one transform': [signedWith({ transforms: [exclusive] }), /the transforms of a signature/],
    'a third transform': [
      signedWith({ transforms: [enveloped, exclusive, exclusive] }),
      /the transforms of a signature/,
    ],
    'an XSLT transform': [
      changed(
        `<Transform Algorithm="${enveloped}"/>`,
        '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
      ),
      /the transforms of a signature/,
    ],
    'an XPath transform': [
      changed(
        `<Transform Algorithm="${enveloped}"/>`,
        '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
      ),
      /the transforms of a signature/,
    ],
  });
});

test('P25 a signature of an unusual structure opens no session', async () => {
  const reference = /<Reference .*<\/Reference>/;
  await expectAllRejected({
    'a reference to the whole document': [changed(/URI="#[^"]*"/, 'URI=""'), /does not cover the element/],
    'a reference to another URL': [
      changed(/URI="#[^"]*"/, 'URI="https://evil.example/assertion"'),
      /does not cover the element/,
    ],
    'a reference by XPointer': [
      changed(/URI="#([^"]*)"/, 'URI="#xpointer(id(&apos;$1&apos;))"'),
      /does not cover the element/,
    ],
    'a reference with an XPath injection': [
      changed(/URI="#[^"]*"/, 'URI="#x&apos; or &apos;1&apos;=&apos;1"'),
      /does not cover the element/,
    ],
    'no reference': [changed(reference, ''), /expected exactly one Reference/],
    'two references': [
      (context) => signedAssertion(context).replace(reference, (found) => found + found),
      /expected exactly one Reference/,
    ],
    'two SignedInfo elements': [
      (context) => signedAssertion(context).replace(/<SignedInfo>.*<\/SignedInfo>/, (found) => found + found),
      /expected exactly one SignedInfo/,
    ],
    'SignedInfo within an Object': [
      (context) =>
        signedAssertion(context).replace(
          /<SignedInfo>.*<\/SignedInfo>/,
          (found) => `<Object>${found}</Object>${found}`,
        ),
      /elements that are not allowed/,
    ],
    'a manifest': [
      changed('</Signature>', '<Object><Manifest/></Object></Signature>'),
      /elements that are not allowed/,
    ],
    'the signature twice': [
      (context) => {
        const signed = signedAssertion(context);
        const { signature } = splitSigned(signed);
        return signed.replace(signature, signature + signature);
      },
      /a signature is duplicate or not in/,
    ],
    'a signature of another namespace': [
      changed('<saml:Subject>', '<saml:Signature/><saml:Subject>'),
      /a signature is duplicate or not in/,
    ],
    'a second digest value': [
      changed('<DigestValue>', '<DigestValue>AAAA</DigestValue><DigestValue>'),
      /not verified/,
    ],
    'an empty digest': [changed(/<DigestValue>[^<]*</, '<DigestValue><'), /not verified/],
    'an element without an id': [
      changed(/(<saml:Assertion [^>]*) ID="[^"]*"/, '$1'),
      /does not cover the element/,
    ],
  });
});
