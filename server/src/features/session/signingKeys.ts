/** Keys that sign ID tokens: Ed25519, stored in the database, a new one every 30 days. */
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
import type { SessionStore } from './store.ts';
import type { SigningKeyRow } from './tables.ts';

export const keyAlgorithm = 'EdDSA';
/** A key signs for one period and is valid for verification for another one. */
export const keyPeriodMs = 30 * 24 * 3_600_000;
/** Unknown key ids cause at most one query in this time. */
const reloadEveryMs = 1_000;

/** A private key, and the JWT header that has its id. */
export interface SigningKey {
  readonly head: string;
  readonly privateKey: KeyObject;
}

interface Key extends SigningKey {
  readonly period: number;
  readonly kid: string;
  readonly publicKey: CryptoKey;
}

/** Encodes a part of a JWT. */
export const encodeJwtPart = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export const periodOf = (now: number): number => Math.floor(now / keyPeriodMs);

export class SigningKeys {
  private readonly store: SessionStore;
  private readonly clock: Clock;
  private keys: readonly Key[] = [];
  private readonly pendingKeys = new SingleFlight<Key>();
  private loadedAt = Number.NEGATIVE_INFINITY;

  constructor(store: SessionStore, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The key of the current period; created if needed. */
  async signingKey(): Promise<Key> {
    const period = periodOf(this.clock());
    const cached = this.keys.find((key) => key.period === period);
    if (cached !== undefined) return cached;
    return this.pendingKeys.run(String(period), () => this.loadOrCreate(period));
  }

  /** Creates and loads the key that will sign in `aheadMs`, so that every node has it when its period begins. */
  async prepare(aheadMs: number): Promise<void> {
    await this.loadOrCreate(periodOf(this.clock() + aheadMs));
  }

  /** The public key with this id; undefined if it is unknown or expired. */
  async verificationKey(kid: string): Promise<CryptoKey | undefined> {
    const now = this.clock();
    const found = this.find(kid);
    if (found !== undefined) return found;
    // Another node may have created a key.
    if (Math.abs(now - this.loadedAt) < reloadEveryMs) return undefined;
    this.loadedAt = now;
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

  private async loadOrCreate(period: number): Promise<Key> {
    await this.load();
    const existing = this.keys.find((key) => key.period === period);
    if (existing !== undefined) return existing;
    const key = await importRow(await this.store.insertKey(await createKeyRow(period)));
    this.keys = [...this.keys, key];
    return key;
  }
}

async function createKeyRow(period: number): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(keyAlgorithm, { crv: 'Ed25519', extractable: true });
  const publicKey = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicKey);
  const privateKey = await exportJWK(pair.privateKey);
  return { period, kid, privateKey: JSON.stringify(privateKey), publicKey: JSON.stringify(publicKey) };
}

async function importRow({ period, kid, privateKey, publicKey }: SigningKeyRow): Promise<Key> {
  const verificationKey = await importJWK(JSON.parse(publicKey) as JWK, keyAlgorithm);
  if (verificationKey instanceof Uint8Array) throw new Error(`signing key ${kid} is not a key pair`);
  const signingKey = createPrivateKey({ key: JSON.parse(privateKey) as JsonWebKey, format: 'jwk' });
  const head = encodeJwtPart({ alg: keyAlgorithm, typ: 'JWT', kid });
  return { period, kid, head, privateKey: signingKey, publicKey: verificationKey };
}
