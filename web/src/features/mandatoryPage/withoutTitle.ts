const isHeading = (element: Element): boolean => /^H[1-6]$/.test(element.tagName);
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLocaleLowerCase();

/**
 * A text often begins with the heading that its page has already; then it goes on after it.
 * @param html of anybody, and no safer afterwards
 */
export function withoutTitle(html: string, title: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const first = [...body.childNodes].find(({ textContent }) => textContent?.trim());
  if (!(first instanceof Element) || !isHeading(first) || plain(first.textContent) !== plain(title))
    return html;
  first.remove();
  return body.innerHTML;
}
