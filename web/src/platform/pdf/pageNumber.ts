/** Zero of the digits that keyboards for Arabic, Persian and Urdu enter. */
const zeros = [0x0660, 0x06f0] as const;

/** The page number that a user has entered; undefined for other text. */
export function parsePageNumber(text: string): number | undefined {
  const digits = text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? 0));
  });
  const page = Number.parseInt(digits, 10);
  return Number.isFinite(page) ? page : undefined;
}
