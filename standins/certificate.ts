/** Creates keys with self-signed certificates at run time, so that the repository contains no keys. */
import { sign } from 'node:crypto';
import { rsaKeys } from './rsaKeys.ts';

export interface CertifiedKey {
  /** PEM. */
  readonly privateKey: string;
  readonly certificate: string;
}

/** Another name has another key. */
export function makeCertifiedKey(name: string, modulusLength = 2_048): CertifiedKey {
  const { privateKey, publicKey } = rsaKeys(name, modulusLength);
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    sha256WithRsa,
    subject,
    sequence(time('20260101000000Z'), time('20991231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, sha256WithRsa, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 0x100), length % 0x100];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const commonName = objectId('550403');
const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), der(0x05, Buffer.alloc(0)));
