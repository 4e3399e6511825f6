/** The RSA keys of the stand-ins: one pair per name and process, because creating a pair takes longer than most tests. */
import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

const pairs = new Map<string, KeyPairKeyObjectResult>();

export function rsaKeys(name: string, modulusLength = 2_048): KeyPairKeyObjectResult {
  const id = `${name} ${modulusLength}`;
  const pair = pairs.get(id) ?? generateKeyPairSync('rsa', { modulusLength });
  pairs.set(id, pair);
  return pair;
}
