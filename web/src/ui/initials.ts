/** The avatar of users without a picture: initials on a color of their own. */

/** Eight hues between 240 and 330 degrees, so that the avatars match each other. */
const hues = 8;

/** The hue of a user's avatar in OKLCH degrees, always the same for the same user. */
export function hueOf(userId: string): number {
  let sum = 0;
  for (let at = 0; at < userId.length; at += 1) sum = (sum * 31 + userId.charCodeAt(at)) >>> 0;
  return 240 + ((sum % hues) * 90) / (hues - 1);
}

const hasCase = (letter: string): boolean => letter.toLowerCase() !== letter.toUpperCase();

/** The first letters of the first and last word; only of the first in scripts without capitals, whose letters join. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const letters = words.map((word) => Array.from(word)[0] ?? '');
  const [first = ''] = letters;
  const last = letters.length > 1 && hasCase(first) ? (letters.at(-1) ?? '') : '';
  return (first + last).toLocaleUpperCase('en');
}
