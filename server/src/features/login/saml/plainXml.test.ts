/** XML that two parsers could read differently, or that is too expensive to parse. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { emailAttribute, nameIdOf } from '@foyer/standins/samlForge';
import { test } from 'vitest';
import {
  expectAllRejected,
  signedAssertion,
  signedResponse,
  type ForgeryContext,
} from '../testing/samlForgeries.ts';

const changed = (from: string | RegExp, into: string) => (context: ForgeryContext) =>
  signedAssertion(context).replace(from, into);
const posted = (bytes: (context: ForgeryContext) => Uint8Array | string) => (context: ForgeryContext) => {
  const given = bytes(context);
  return { SAMLResponse: typeof given === 'string' ? given : Buffer.from(given).toString('base64') };
};
const plain = /a DTD, a comment, CDATA or a processing instruction/;

test('P25 bad input 24: a response with a comment, CDATA or processing instruction opens no session', async () => {
  await expectAllRejected({
    'a comment added to the NameID after signing': [changed('person-1', 'person<!-- -->-1'), plain],
    'a signed comment in the NameID': [
      (context) => signedAssertion(context, { nameId: nameIdOf('administrator<!-- -->.evil.example') }),
      plain,
    ],
    'a signed comment in the email': [
      (context) =>
        signedAssertion(context, { attributes: emailAttribute('admin@corp.example<!-- -->.evil.example') }),
      plain,
    ],
    'a comment in a signed response': [
      (context) => signedResponse(context).replace('person-1', 'person<!-- -->-1'),
      plain,
    ],
    'a comment in the digest': [changed('<DigestValue>', '<DigestValue><!-- AAAA -->'), plain],
    'a comment in the signature value': [changed('<SignatureValue>', '<SignatureValue><!-- AAAA -->'), plain],
    'a comment before the response': [(context) => `<!-- hello -->${signedAssertion(context)}`, plain],
    'a comment after the response': [(context) => `${signedAssertion(context)}<!-- bye -->`, plain],
    'CDATA in the NameID': [changed('person-1', '<![CDATA[person-1]]>'), plain],
    'a processing instruction in the NameID': [changed('person-1', 'person<?x?>-1'), plain],
  });
});

test('P25 bad input 24: a response with a DTD opens no session, reads no file and uses no memory', async () => {
  const before = (dtd: string) => (context: ForgeryContext) =>
    dtd + signedAssertion(context).replace('person-1', '&x;');
  const lol = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  ).join('');
  await expectAllRejected({
    'an entity': [before('<!DOCTYPE r [<!ENTITY x "administrator">]>'), plain],
    'an external entity': [before('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), plain],
    'a parameter entity': [
      before('<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;]>'),
      plain,
    ],
    'an external DTD': [before('<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd">'), plain],
    'a billion laughs': [before(`<!DOCTYPE r [<!ENTITY l0 "lol">${lol}<!ENTITY x "&l9;">]>`), plain],
    'default attributes': [before('<!DOCTYPE r [<!ATTLIST saml:Assertion ID ID #IMPLIED>]>'), plain],
    'doctype in lower case': [before('<!doctype r>'), plain],
    'an undeclared entity': [changed('person-1', '&x;'), /an undeclared entity/],
    'a processing instruction at the beginning': [
      (context) => `<?xml-stylesheet href="x"?>${signedAssertion(context)}`,
      plain,
    ],
    'an XML declaration with another encoding': [
      (context) => `<?xml version="1.0" encoding="UTF-7"?>${signedAssertion(context)}`,
      plain,
    ],
    'XML 1.1': [(context) => `<?xml version="1.1"?>${signedAssertion(context)}`, plain],
    'two XML declarations': [
      (context) => `<?xml version="1.0"?><?xml version="1.0"?>${signedAssertion(context)}`,
      plain,
    ],
  });
});

test('P25 bad input 24: a compressed, too large or too deep response opens no session', async () => {
  const zeros = Buffer.alloc(50_000_000);
  await expectAllRejected({
    deflated: [
      posted((context) => deflateRawSync(signedAssertion(context))),
      /not UTF-8|well-formed|characters that XML/,
    ],
    'a gzip bomb': [posted(() => gzipSync(zeros)), /not UTF-8/],
    'a deflate bomb': [posted(() => deflateRawSync(zeros)), /not UTF-8|not well-formed|characters that XML/],
    'more than 256 kB': [
      (context) => signedAssertion(context, { attributes: emailAttribute('x'.repeat(260_000)) }),
      /empty or too large/,
    ],
    'deeply nested elements': [
      (context) =>
        signedAssertion(context).replace(
          '</samlp:Response>',
          `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</samlp:Response>`,
        ),
      /too deep or has too many elements/,
    ],
    'too many elements': [
      (context) =>
        signedAssertion(context).replace('</samlp:Response>', `${'<a/>'.repeat(40_000)}</samlp:Response>`),
      /too deep or has too many elements/,
    ],
    'deeply nested namespaces': [
      (context) => {
        const open = Array.from({ length: 8_000 }, (_, level) => `<a xmlns:b${level}="u:x">`).join('');
        return signedAssertion(context).replace(
          '</samlp:Response>',
          `${open}${'</a>'.repeat(8_000)}</samlp:Response>`,
        );
      },
      /too deep or has too many elements/,
    ],
    'too many namespaces': [
      (context) =>
        signedAssertion(context).replace(
          '</samlp:Response>',
          `${'<a xmlns:b="u:x"/>'.repeat(2_000)}</samlp:Response>`,
        ),
      /too deep or has too many elements/,
    ],
    'too many attributes of one element': [
      (context) => {
        const attributes = Array.from({ length: 1_000 }, (_, index) => `b${index}=""`).join(' ');
        return signedAssertion(context).replace('</samlp:Response>', `<a ${attributes}/></samlp:Response>`);
      },
      /too deep or has too many elements/,
    ],
    'too many attributes in total': [
      (context) => {
        const attributes = Array.from({ length: 400 }, (_, index) => `b${index}=""`).join(' ');
        return signedAssertion(context).replace(
          '</samlp:Response>',
          `${`<a ${attributes}/>`.repeat(40)}</samlp:Response>`,
        );
      },
      /too deep or has too many elements/,
    ],
  });
});

test('P25 a response that is not one well-formed XML document opens no session', async () => {
  await expectAllRejected({
    empty: [posted(() => ''), /empty or too large/],
    'not base64': [posted((context) => signedAssertion(context)), /not base64/],
    base64url: [posted(() => 'a-b_'), /not base64/],
    'not UTF-8': [posted(() => Buffer.from([0x3c, 0xff, 0xfe])), /not UTF-8/],
    'UTF-16': [
      posted((context) => Buffer.from(signedAssertion(context), 'utf16le')),
      /characters that XML does not allow|not UTF-8/,
    ],
    'a byte order mark': [(context) => `\uFEFF${signedAssertion(context)}`, /does not begin with an element/],
    'a NUL': [changed('person-1', 'person-1\0'), /characters that XML does not allow/],
    'a control character': [changed('person-1', 'person-1\u0008'), /characters that XML does not allow/],
    text: [() => 'hello', /does not begin with an element/],
    JSON: [() => '{"Response":{}}', /does not begin with an element/],
    HTML: [() => '<html><body>no</body></html>', /not a SAML 2.0 response/],
    'text after the end': [(context) => `${signedAssertion(context)}hello`, /nodes outside the root/],
    'text before the beginning': [
      (context) => `hello${signedAssertion(context)}`,
      /does not begin with an element/,
    ],
    'a second root': [(context) => `${signedAssertion(context)}<a/>`, /not well-formed/],
    'a bare ampersand': [changed('person-1', 'person & 1'), /an undeclared entity/],
    'an attribute with a tag in it': [changed('Version="2.0"', 'Version="<a>"'), /an invalid tag/],
    'a missing end tag': [changed('</samlp:Response>', ''), /not well-formed/],
    'an attribute twice': [changed('Version="2.0"', 'Version="2.0" Version="2.0"'), /not well-formed/],
    'an attribute without quotes': [changed('Version="2.0"', 'Version=2.0'), /not well-formed/],
    'an undeclared prefix': [changed('<samlp:Status>', '<x:a/><samlp:Status>'), /a prefix is not declared/],
    'a relative namespace': [
      changed('<samlp:Status>', '<a xmlns="1"/><samlp:Status>'),
      /a namespace is relative/,
    ],
    'a namespace reset to none': [
      changed('<samlp:Status>', '<a xmlns=""/><samlp:Status>'),
      /a namespace is relative/,
    ],
    'the reserved prefix for another namespace': [
      changed('<samlp:Status>', '<a xmlns:xml="urn:x"/><samlp:Status>'),
      /a namespace is relative/,
    ],
    'a response of another namespace': [
      changed('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:oasis:names:tc:SAML:2.0:other'),
      /not a SAML 2.0 response/,
    ],
    'a request instead of a response': [
      () => '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"/>',
      /not a SAML 2.0 response/,
    ],
  });
});
