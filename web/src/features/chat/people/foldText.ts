/** Normalizes a text for searching: without accents, in lower case. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en');
