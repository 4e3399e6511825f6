/** Normalizes email addresses; accounts are unique by the normalized address. */
import { domainToASCII } from 'node:url';
import { fieldLength } from '@foyer/contract';
import { ApiError } from '#platform/apiError';

export interface EmailAddress {
  /** As entered, after NFKC normalization. */
  readonly email: string;
  /** Lower case, the host in ASCII. A part after a plus sign is kept: it may be another user's mailbox. */
  readonly key: string;
}

/**
 * The key of an account with an unverified email. It does not reserve the address: a user who proves the address later,
 * by a mail or a provider, gets an account of their own.
 */
export const unverifiedKey = ({ key }: EmailAddress, accountId: string): string => `${key} ${accountId}`;

export const isVerifiedKey = (emailKey: string): boolean => !emailKey.includes(' ');

const localLength = 64;
/** No spaces, control characters, or characters that would need quotes. */
const localPattern = /^[^\s\p{C}\p{Z}"(),:;<>@[\]\\]+$/u;
const hostPattern =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The normalized address; undefined if the text is not an email address or mixes scripts, as look-alikes do. */
export function parseEmailAddress(given: string): EmailAddress | undefined {
  // NFKC turns a full-width ＠ into @.
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

/** As `parseEmailAddress`; throws `invalidInput` if the text is not an email address. */
export function requireEmailAddress(given: string): EmailAddress {
  const address = parseEmailAddress(given);
  if (address === undefined)
    throw new ApiError('invalidInput', 'The field email is not a valid email address.');
  return address;
}

/** Combinations of scripts that one label may contain. Japanese, Korean and Chinese combine several, including Latin. */
const scriptFamilies = [
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Common}\p{sc=Inherited}]*$/u,
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]*$/u,
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Bopomofo}\p{sc=Common}\p{sc=Inherited}]*$/u,
  ...['Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Thai', 'Armenian', 'Georgian'].map(
    (script) => new RegExp(`^[\\p{sc=${script}}\\p{sc=Common}\\p{sc=Inherited}]*$`, 'u'),
  ),
];
const isOneScript = (part: string): boolean => scriptFamilies.some((family) => family.test(part));
