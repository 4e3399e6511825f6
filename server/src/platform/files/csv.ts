/** Writes tables for spreadsheets, as CSV (RFC 4180). */

/** Spreadsheets run a cell that begins with one of these as a formula; after an apostrophe they show it as text. */
const formulaStart = /^[=+\-@\t\r]/;

const toCell = (value: string): string => {
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One row, with the line break at its end. */
export const csvRow = (values: readonly string[]): string => `${values.map(toCell).join(',')}\r\n`;
