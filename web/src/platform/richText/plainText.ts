/** The words of a rich text of the venue, for searching and for excerpts. Nothing in it is loaded. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  // Words of two paragraphs stay apart.
  const { body } = new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html');
  return body.textContent.replaceAll(/\s+/g, ' ').trim();
}
