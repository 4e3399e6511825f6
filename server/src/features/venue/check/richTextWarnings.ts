/** What will become of a venue's rich texts on the screen; told on saving, so that nobody finds out from the audience. */
import type * as z from 'zod/mini';
import type { saveWarning } from '@foyer/contract';
import { formatPath, type Path } from './faultList.ts';
import { asRecord } from './untypedJson.ts';
import { whereIn } from './checkSchema.ts';

export type SaveWarning = z.infer<typeof saveWarning>;

const scriptTag = /<\s*\/?\s*script/i;
/** Tags and attributes that the sanitiser of the app removes. */
const removedTag =
  /<\s*\/?\s*(iframe|object|embed|applet|frame|frameset|style|link|meta|base|form|input|button|textarea|select|svg|math|template|noscript)\b/i;
const handler = /<[^>]*\s(on[a-z]+)\s*=/i;
const activeAddress = /\b(?:href|src|action|formaction)\s*=\s*["']?\s*(javascript|vbscript|data)\s*:/i;

/** Fields of the contract that hold rich text. */
const richTextLists: ReadonlySet<string> = new Set([
  'impress',
  'privacyNotice',
  'texts',
  'personalizedTrackingText',
  'text',
]);
const warningsListed = 200;

/** Warnings for rich texts that are replaced (a script tag) or cleaned (anything else that is active). */
export function richTextWarnings(root: unknown): SaveWarning[] {
  const warnings: SaveWarning[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (warnings.length >= warningsListed || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      const rich = richTextLists.has(String(path.at(-1)));
      for (const [index, entry] of value.entries()) {
        const text = rich ? asRecord(entry)?.['text'] : undefined;
        if (typeof text === 'string') warn([...path, index, 'text'], text);
        else visit(entry, [...path, index]);
      }
      return;
    }
    for (const [key, entry] of Object.entries(value)) visit(entry, [...path, key]);
  };
  const warn = (path: Path, text: string) => {
    const reason = richTextFault(text);
    if (reason !== undefined)
      warnings.push({ path: formatPath(path), reason: `${reason}${whereIn(root, path)}` });
  };
  visit(root, []);
  return warnings;
}

function richTextFault(text: string): string | undefined {
  if (!text.includes('<')) return undefined;
  if (scriptTag.test(text)) return 'contains a script tag: the whole text will be shown as invalid rich text';
  const tag = removedTag.exec(text)?.[1];
  if (tag !== undefined) return `will be cleaned: <${tag.toLowerCase()}> is removed`;
  const attribute = handler.exec(text)?.[1];
  if (attribute !== undefined) return `will be cleaned: the attribute ${attribute.toLowerCase()} is removed`;
  const scheme = activeAddress.exec(text)?.[1];
  return scheme === undefined ? undefined : `will be cleaned: a ${scheme.toLowerCase()}: address is removed`;
}
