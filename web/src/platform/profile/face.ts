/** How somebody without a picture looks: initials on a colour of their own. */

/** Eight hues between 240 and 330, so that a crowd is of one family. */
const hues = 8;

/** The hue of a person, in degrees of OKLCH; the same wherever they are seen. */
export function hueOf(userId: string): number {
  let sum = 0;
  for (let at = 0; at < userId.length; at += 1) sum = (sum * 31 + userId.charCodeAt(at)) >>> 0;
  return 240 + ((sum % hues) * 90) / (hues - 1);
}

const hasCase = (letter: string): boolean => letter.toLowerCase() !== letter.toUpperCase();

/** The first letters of the first and the last word; in scripts without capitals, whose letters join, of the first alone. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const firsts = words.map((word) => Array.from(word)[0] ?? '');
  const [first = ''] = firsts;
  const last = firsts.length > 1 && hasCase(first) ? (firsts.at(-1) ?? '') : '';
  return (first + last).toLocaleUpperCase('en');
}
