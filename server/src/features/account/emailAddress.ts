/** The one form of an email address, by which accounts are told apart. */
import { domainToASCII } from 'node:url';
import { fieldLength } from '@foyer/contract';

export interface EmailAddress {
  /** As it was given, after NFKC. */
  readonly email: string;
  /** Lower case, the host in ASCII. A part behind a plus sign stays: it may be another person's letter box. */
  readonly key: string;
}

/**
 * The key of an account whose email nobody vouches for. It stands beside the address and does not hold it: whoever
 * proves the address later, by a mail or a provider, gets an account of their own.
 */
export const unverifiedKey = ({ key }: EmailAddress, accountId: string): string => `${key} ${accountId}`;

export const isVerifiedKey = (emailKey: string): boolean => !emailKey.includes(' ');

const localLength = 64;
/** No spaces, controls, or signs that would need quotes. */
const localPattern = /^[^\s\p{C}\p{Z}"(),:;<>@[\]\\]+$/u;
const hostPattern =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The address in its one form; undefined where it is none, or mixes scripts as look-alikes do. */
export function emailAddress(given: string): EmailAddress | undefined {
  // NFKC makes a full-width ＠ the sign itself.
  const email = given.normalize('NFKC').trim();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const host = email.slice(at + 1);
  if (at < 1 || email.length > fieldLength || local.length > localLength) return undefined;
  if (!localPattern.test(local) || local.startsWith('.') || local.endsWith('.')) return undefined;
  if (![local, ...host.split('.')].every(isOneScript)) return undefined;
  const asciiHost = /[\s%/?#@:\\]/.test(host) ? '' : domainToASCII(host.toLowerCase());
  if (!hostPattern.test(asciiHost)) return undefined;
  return { email, key: `${local.toLowerCase().normalize('NFKC')}@${asciiHost}` };
}

/** Languages that are written with more than one script, Latin among them. */
const scriptFamilies = [
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Common}\p{sc=Inherited}]*$/u,
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]*$/u,
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Bopomofo}\p{sc=Common}\p{sc=Inherited}]*$/u,
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Thai', 'Armenian', 'Georgian'].map(
    (script) => new RegExp(`^[\\p{sc=${script}}\\p{sc=Common}\\p{sc=Inherited}]*$`, 'u'),
  ),
];
const isOneScript = (part: string): boolean => scriptFamilies.some((family) => family.test(part));
