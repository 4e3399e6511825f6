/**
 * A name for whoever has none (SESSION-07): the local part of the email without its plus-suffix, split on what is no
 * letter, digit or underscore, each word with a capital.
 */
export function derivedName(email: string): string {
  const local = email.slice(0, email.includes('@') ? email.lastIndexOf('@') : undefined);
  const [used = ''] = local.split('+');
  return used
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter(Boolean)
    .map((word) => {
      const [first = '', ...rest] = word;
      return first.toLocaleUpperCase('en') + rest.join('');
    })
    .join(' ');
}
