const isHeading = (element: Element): boolean => /^H[1-6]$/.test(element.tagName);
const normalize = (text: string): string => text.replace(/\s+/g, ' ').trim().toLocaleLowerCase();

/**
 * Removes the first heading of a text if it repeats the title of the page.
 * @param html unsanitized; the result is unsanitized as well
 */
export function withoutTitle(html: string, title: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const first = [...body.childNodes].find(({ textContent }) => textContent?.trim());
  if (!(first instanceof Element) || !isHeading(first) || normalize(first.textContent) !== normalize(title))
    return html;
  first.remove();
  return body.innerHTML;
}
