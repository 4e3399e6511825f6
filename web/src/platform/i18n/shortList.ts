/** More items are only counted, so that a list in a button or a message leaves room for the rest of the page. */
const maxItems = 3;

/**
 * The items as a list in a language, each once.
 * @param more the text for the number of items that are left out
 */
export function shortList(
  language: string,
  items: readonly string[],
  more: (count: number) => string,
): string {
  const distinct = [...new Set(items)];
  const rest = distinct.length - maxItems;
  return new Intl.ListFormat(language).format(
    rest > 0 ? [...distinct.slice(0, maxItems), more(rest)] : distinct,
  );
}
