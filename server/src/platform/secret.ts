/** Secrets of sessions and links. Only their hashes are stored. */
import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in 43 characters. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

export const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** A plain hash is enough for 256 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');
