/** Password rules: length, allowed characters, not a common password. */
import { fieldLength, passwordLengthMin } from '@foyer/contract';
import { ApiError } from '#platform/apiError';

/** The most common passwords of at least ten characters, with digits and signs that users often append. */
const commonPasswords = new Set(
  `0123456789 1234567890 12345678910 0987654321 9876543210 1111111111 0000000000 1234512345 1029384756 1q2w3e4r5t
   1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwertzuiop qwerty1234 asdfghjkl1
   asdfghjkl123 zxcvbnm123 password12 password123 password1234 password12345 passwordpassword passw0rd123
   password123456 mypassword changeme123 changemenow welcome123 welcome1234 letmein123 letmein1234 administrator
   admin12345 admin123456 administrator1 iloveyou12 iloveyou123 football123 baseball123 superman123 princess123
   sunshine123 abcdefghij abcdefghijk abc1234567 abcd123456 abcd1234567 qazwsxedcr 123qweasdzxc q1w2e3r4t5
   q1w2e3r4t5y6 1234567891 12345678901 123456789a 123456789q a123456789 aa12345678 aa123456789 147258369a
   1123581321 passwort12 passwort123 passwort1234 hallo12345 willkommen willkommen1 willkommen123 geheim12345
   conference conference1 conference123 virtualevent foyerfoyer starwars123 whatever123 trustno1234 computer123
   internet123 michael123 jordan12345 monkey12345 dragon12345 master12345 shadow12345 secret12345 secretsecret
   testtest12 testtesttest test123456 test1234567 guestguest 1q2w3e4r5t6y7u qweasdzxc123 zaq12wsxcde3 p@ssw0rd123
   p@ssword123 passw0rd1234 p@ssw0rd1234 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
   sommer2025 sommer2026 spring2026 autumn2026 herbst2026`.split(/\s+/),
);

/** Throws `weakPassword` for a short or common password, `invalidInput` for one that is too long or contains U+0000. */
export function checkPassword(password: string, emailKey: string): void {
  if (password.includes('\u0000'))
    throw new ApiError('invalidInput', 'The password must not contain the character U+0000.');
  if (password.length > fieldLength)
    throw new ApiError('invalidInput', `The password must not be longer than ${fieldLength} characters.`);
  // Counts code points: a character outside the basic plane counts once.
  if (Array.from(password).length < passwordLengthMin)
    throw new ApiError('weakPassword', `The password must have at least ${passwordLengthMin} characters.`, {
      details: { reason: 'short', minimum: passwordLengthMin },
    });
  const plain = password.normalize('NFKC').toLowerCase();
  const isEmail = plain === emailKey || plain === emailKey.split('@')[0];
  const isRepetition = new Set(plain).size < 3;
  if (
    isEmail ||
    isRepetition ||
    commonPasswords.has(plain) ||
    commonPasswords.has(plain.replace(/(?<![!?.$#*])[!?.$#*]+$/, ''))
  )
    throw new ApiError('weakPassword', 'The password is too common. Choose another one.', {
      details: { reason: 'common' },
    });
}
