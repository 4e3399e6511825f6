/** Arabic letters that are often written as another one, and the letter that they are searched as. */
const arabicLetters: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ة: 'ه' };

// oxlint-disable-next-line no-control-regex -- all of ASCII
const isAscii = /^[\u0000-\u007f]*$/;

/** Normalizes a text for searching: in lower case, without accents, Arabic vowel signs and stretched letters. */
export function foldText(text: string): string {
  // Ten thousand names are folded at once; most of them have no such letters.
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\u0640/gu, '')
    .replaceAll(/[ٱىة]/g, (letter) => arabicLetters[letter] ?? letter)
    .toLocaleLowerCase('en');
}
