/**
 * A name for users without one (SESSION-07): the local part of the email without its plus suffix, split at characters
 * other than letters, digits and underscores, each word capitalized.
 */
export function derivedName(email: string): string {
  const local = email.slice(0, email.includes('@') ? email.lastIndexOf('@') : undefined);
  const [name = ''] = local.split('+');
  return name
    .split(/[^\p{L}\p{M}\p{N}_]+/u)
    .filter(Boolean)
    .map((word) => {
      const [first = '', ...rest] = word;
      return first.toLocaleUpperCase('en') + rest.join('');
    })
    .join(' ');
}
