/** `1234 5678`: groups of four, because long numbers are hard to type. Codes with other characters are left as they are. */
export function votingCodeGroups(code: string): string {
  const digits = code.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : code;
}
