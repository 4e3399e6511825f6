/** Shows text of others in a terminal, which would otherwise run escape codes and reorder lines. */

/** Control and format characters, line separators and lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

const shortEscapes: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** The text in one line: an escape character becomes `\u001b`. JSON stays valid, with the same value. */
export const escapeUnprintable = (text: string): string =>
  text.replaceAll(unprintable, (character) => shortEscapes[character] ?? escapeUnits(character));
