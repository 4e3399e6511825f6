/** The keys that ID tokens are signed with: Ed25519, in the database, another one every 30 days. */
import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Clock } from '#platform/clock';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { SessionStore } from './session.store.ts';
import type { SigningKeyRow } from './session.tables.ts';

export const keyAlgorithm = 'EdDSA';
/** A key signs for so long, and is good for as long again: its last tokens live an hour. */
export const keyPeriodMs = 30 * 24 * 3_600_000;
/** An unknown key id costs a look into the storage so often at most. */
const lookAgainMs = 1_000;

/** What signs, and the first part of each token, which names it. */
export interface SigningKey {
  readonly head: string;
  readonly privateKey: KeyObject;
}

interface Key extends SigningKey {
  readonly period: number;
  readonly kid: string;
  readonly publicKey: CryptoKey;
}

/** A part of a JWT. */
export const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const periodOf = (now: number): number => Math.floor(now / keyPeriodMs);

export class SigningKeys {
  private readonly store: SessionStore;
  private readonly clock: Clock;
  private keys: readonly Key[] = [];
  private readonly making = new SingleFlight<Key>();
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(store: SessionStore, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The key to sign with now. */
  async signer(): Promise<Key> {
    const period = periodOf(this.clock());
    const known = this.keys.find((key) => key.period === period);
    if (known !== undefined) return known;
    return this.making.run(String(period), () => this.make(period));
  }

  /** Makes and learns the key that will sign in `aheadMs`: when its time comes every node knows it already. */
  async prepare(aheadMs: number): Promise<void> {
    await this.make(periodOf(this.clock() + aheadMs));
  }

  /** The key of this id, to check a signature with; undefined where this server never had it, or no longer has. */
  async verifier(kid: string): Promise<CryptoKey | undefined> {
    const now = this.clock();
    const found = this.find(kid);
    if (found !== undefined) return found;
    // Another node may have begun a new period.
    if (Math.abs(now - this.lookedAt) < lookAgainMs) return undefined;
    this.lookedAt = now;
    await this.load();
    return this.find(kid);
  }

  private find(kid: string): CryptoKey | undefined {
    const oldest = periodOf(this.clock()) - 1;
    return this.keys.find((key) => key.kid === kid && key.period >= oldest)?.publicKey;
  }

  private async load(): Promise<void> {
    const rows = await this.store.keys(periodOf(this.clock()) - 1);
    this.keys = await Promise.all(rows.map(importRow));
  }

  private async make(period: number): Promise<Key> {
    await this.load();
    const there = this.keys.find((key) => key.period === period);
    if (there !== undefined) return there;
    const key = await importRow(await this.store.keepKey(await newRow(period)));
    this.keys = [...this.keys, key];
    return key;
  }
}

async function newRow(period: number): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(keyAlgorithm, { crv: 'Ed25519', extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const privateKey = await exportJWK(pair.privateKey);
  return { period, kid, privateKey: JSON.stringify(privateKey), publicKey: JSON.stringify(publicKey) };
}

async function importRow({ period, kid, privateKey, publicKey }: SigningKeyRow): Promise<Key> {
  const checking = await importJWK(JSON.parse(publicKey) as JWK, keyAlgorithm);
  if (checking instanceof Uint8Array) throw new Error(`the signing key ${kid} is not a key pair`);
  const signing = createPrivateKey({ key: JSON.parse(privateKey) as JsonWebKey, format: 'jwk' });
  const head = encoded({ alg: keyAlgorithm, typ: 'JWT', kid });
  return { period, kid, head, privateKey: signing, publicKey: checking };
}
