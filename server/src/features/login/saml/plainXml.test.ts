/** Texts that two readers could read differently, or that cost too much to read. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { emailAttribute, nameIdOf } from '@foyer/standins/samlForge';
import { test } from 'vitest';
import {
  expectAllRejected,
  signedAssertion,
  signedResponse,
  type ForgeryContext,
} from '../testing/samlForgeries.ts';

const changed = (from: string | RegExp, into: string) => (forging: ForgeryContext) =>
  signedAssertion(forging).replace(from, into);
const posted = (bytes: (forging: ForgeryContext) => Uint8Array | string) => (forging: ForgeryContext) => {
  const given = bytes(forging);
  return { SAMLResponse: typeof given === 'string' ? given : Buffer.from(given).toString('base64') };
};
const plain = /a DTD, a comment, CDATA or an instruction/;

test('P25 bad input 24: a comment within a name opens no session', async () => {
  await expectAllRejected({
    'put into the NameID after signing': [changed('person-1', 'person<!-- -->-1'), plain],
    'signed within the NameID': [
      (forging) => signedAssertion(forging, { nameId: nameIdOf('administrator<!-- -->.evil.example') }),
      plain,
    ],
    'signed within the email': [
      (forging) =>
        signedAssertion(forging, { attributes: emailAttribute('admin@corp.example<!-- -->.evil.example') }),
      plain,
    ],
    'within a signed response': [
      (forging) => signedResponse(forging).replace('person-1', 'person<!-- -->-1'),
      plain,
    ],
    'within the digest': [changed('<DigestValue>', '<DigestValue><!-- AAAA -->'), plain],
    'within the signature value': [changed('<SignatureValue>', '<SignatureValue><!-- AAAA -->'), plain],
    'before the response': [(forging) => `<!-- hello -->${signedAssertion(forging)}`, plain],
    'after the response': [(forging) => `${signedAssertion(forging)}<!-- bye -->`, plain],
    'CDATA within the NameID': [changed('person-1', '<![CDATA[person-1]]>'), plain],
    'an instruction within the NameID': [changed('person-1', 'person<?x?>-1'), plain],
  });
});

test('P25 bad input 24: a DTD opens no session, reads no file and takes no memory', async () => {
  const before = (dtd: string) => (forging: ForgeryContext) =>
    dtd + signedAssertion(forging).replace('person-1', '&x;');
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
    'in small letters': [before('<!doctype r>'), plain],
    'an entity that nobody declared': [changed('person-1', '&x;'), /an entity that nobody declared/],
    'an instruction before it all': [
      (forging) => `<?xml-stylesheet href="x"?>${signedAssertion(forging)}`,
      plain,
    ],
    'another encoding declared': [
      (forging) => `<?xml version="1.0" encoding="UTF-7"?>${signedAssertion(forging)}`,
      plain,
    ],
    'XML 1.1': [(forging) => `<?xml version="1.1"?>${signedAssertion(forging)}`, plain],
    'two declarations': [
      (forging) => `<?xml version="1.0"?><?xml version="1.0"?>${signedAssertion(forging)}`,
      plain,
    ],
  });
});

test('P25 bad input 24: what is compressed, too large or too deep opens no session', async () => {
  const zeros = Buffer.alloc(50_000_000);
  await expectAllRejected({
    deflated: [
      posted((forging) => deflateRawSync(signedAssertion(forging))),
      /not UTF-8|well-formed|signs that XML/,
    ],
    'a gzip bomb': [posted(() => gzipSync(zeros)), /not UTF-8/],
    'a deflate bomb': [posted(() => deflateRawSync(zeros)), /not UTF-8|not well-formed|signs that XML/],
    'more than 256 kB': [
      (forging) => signedAssertion(forging, { attributes: emailAttribute('x'.repeat(260_000)) }),
      /empty or too large/,
    ],
    'elements in elements': [
      (forging) =>
        signedAssertion(forging).replace(
          '</samlp:Response>',
          `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}</samlp:Response>`,
        ),
      /too deep or has too many elements/,
    ],
    'elements beside elements': [
      (forging) =>
        signedAssertion(forging).replace('</samlp:Response>', `${'<a/>'.repeat(40_000)}</samlp:Response>`),
      /too deep or has too many elements/,
    ],
    'namespaces in namespaces': [
      (forging) => {
        const open = Array.from({ length: 8_000 }, (_, level) => `<a xmlns:b${level}="u:x">`).join('');
        return signedAssertion(forging).replace(
          '</samlp:Response>',
          `${open}${'</a>'.repeat(8_000)}</samlp:Response>`,
        );
      },
      /too deep or has too many elements/,
    ],
    'namespaces beside namespaces': [
      (forging) =>
        signedAssertion(forging).replace(
          '</samlp:Response>',
          `${'<a xmlns:b="u:x"/>'.repeat(2_000)}</samlp:Response>`,
        ),
      /too deep or has too many elements/,
    ],
    'an element of many attributes': [
      (forging) => {
        const attributes = Array.from({ length: 1_000 }, (_, index) => `b${index}=""`).join(' ');
        return signedAssertion(forging).replace('</samlp:Response>', `<a ${attributes}/></samlp:Response>`);
      },
      /too deep or has too many elements/,
    ],
    'many elements of some attributes': [
      (forging) => {
        const attributes = Array.from({ length: 400 }, (_, index) => `b${index}=""`).join(' ');
        return signedAssertion(forging).replace(
          '</samlp:Response>',
          `${`<a ${attributes}/>`.repeat(40)}</samlp:Response>`,
        );
      },
      /too deep or has too many elements/,
    ],
  });
});

test('P25 what is no XML, or more than one document, opens no session', async () => {
  await expectAllRejected({
    empty: [posted(() => ''), /empty or too large/],
    'no base64': [posted((forging) => signedAssertion(forging)), /not base64/],
    'base64 for addresses': [posted(() => 'a-b_'), /not base64/],
    'no UTF-8': [posted(() => Buffer.from([0x3c, 0xff, 0xfe])), /not UTF-8/],
    'UTF-16': [
      posted((forging) => Buffer.from(signedAssertion(forging), 'utf16le')),
      /signs that XML does not know|not UTF-8/,
    ],
    'a byte order mark': [(forging) => `\uFEFF${signedAssertion(forging)}`, /begins with something else/],
    'a NUL': [changed('person-1', 'person-1\0'), /signs that XML does not know/],
    'a control sign': [changed('person-1', 'person-1\u0008'), /signs that XML does not know/],
    text: [() => 'hello', /begins with something else/],
    JSON: [() => '{"Response":{}}', /begins with something else/],
    HTML: [() => '<html><body>no</body></html>', /not a SAML 2.0 response/],
    'text after the end': [(forging) => `${signedAssertion(forging)}hello`, /more than a root/],
    'text before the beginning': [
      (forging) => `hello${signedAssertion(forging)}`,
      /begins with something else/,
    ],
    'a second root': [(forging) => `${signedAssertion(forging)}<a/>`, /not well-formed/],
    'a bare ampersand': [changed('person-1', 'person & 1'), /an entity that nobody declared/],
    'an attribute with a tag in it': [changed('Version="2.0"', 'Version="<a>"'), /a tag is none/],
    'an end that is missing': [changed('</samlp:Response>', ''), /not well-formed/],
    'an attribute twice': [changed('Version="2.0"', 'Version="2.0" Version="2.0"'), /not well-formed/],
    'an attribute without quotes': [changed('Version="2.0"', 'Version=2.0'), /not well-formed/],
    'a prefix that nobody declared': [
      changed('<samlp:Status>', '<x:a/><samlp:Status>'),
      /a prefix stands for nothing/,
    ],
    'a relative namespace': [
      changed('<samlp:Status>', '<a xmlns="1"/><samlp:Status>'),
      /a namespace is relative/,
    ],
    'a namespace that is taken back': [
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
    'a request in place of an answer': [
      () => '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"/>',
      /not a SAML 2.0 response/,
    ],
  });
});
