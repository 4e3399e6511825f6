/** Which passwords an account may have. */
import { fieldLength, passwordLengthMin } from '@foyer/contract';
import { Refusal } from '#platform/refusal';

/** Of ten characters and more, what is guessed first; with the digits and signs that people put behind it. */
const commonest = new Set(
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

/** Throws `weakPassword` for one that is too short or guessed first, `invalidInput` for one that is none. */
export function checkPassword(password: string, emailKey: string): void {
  if (password.includes('\u0000'))
    throw new Refusal('invalidInput', 'A password cannot hold the character U+0000.');
  if (password.length > fieldLength)
    throw new Refusal('invalidInput', `A password has at most ${fieldLength} characters.`);
  // Signs as people count them: one outside the basic plane is one.
  if (Array.from(password).length < passwordLengthMin)
    throw new Refusal('weakPassword', `A password has at least ${passwordLengthMin} characters.`, {
      details: { reason: 'short', minimum: passwordLengthMin },
    });
  const plain = password.normalize('NFKC').toLowerCase();
  const isEmail = plain === emailKey || plain === emailKey.split('@')[0];
  const isOneSign = new Set(plain).size < 3;
  if (isEmail || isOneSign || commonest.has(plain) || commonest.has(plain.replace(/[!?.$#*]+$/, '')))
    throw new Refusal('weakPassword', 'Everybody who guesses tries this password first.', {
      details: { reason: 'common' },
    });
}
