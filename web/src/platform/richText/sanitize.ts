/** Sanitizes rich text of the venue before it is shown (PAGE-02), independently of the server's checks. */
import { hasScriptTag } from '@foyer/contract/richText';
import DOMPurify from 'dompurify';

const allowedTags = [
  'a', 'abbr', 'b', 'bdi', 'blockquote', 'br', 'caption', 'cite', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'h1', 'h2',
  'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'ins', 'li', 'mark', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong', 'sub',
  'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'u', 'ul',
]; // oxfmt-ignore
const allowedAttributes = ['href', 'title', 'lang', 'dir', 'colspan', 'rowspan', 'start', 'datetime'];

/** The sanitized markup; undefined if the text is invalid and a message must be shown instead. */
export function sanitizeRichText(html: string): string | undefined {
  if (hasScriptTag(html)) return undefined;
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https:|mailto:|tel:|\/(?![/\\])|#)/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a[href]')) {
    const isExternal = /^https:/i.test(link.getAttribute('href') ?? '');
    if (!isExternal) continue;
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  const holder = document.createElement('div');
  holder.append(fragment);
  return holder.innerHTML;
}
