/** Controls, formats such as changes of the writing direction, and line separators; not the joiners of scripts and emoji. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** As in JavaScript, because many fonts have no pictures of control characters: ESC as `\u001b`. */
function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** A text of a message with its invisible characters made visible. Line breaks and tabs stay. */
export const visibleText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(invisible, (character) =>
      character === '\n' || character === '\t' ? character : escapeOf(character),
    );

export const firstLineOf = (text: string): string => visibleText(text.trimStart().split('\n', 1)[0] ?? '');
