/** Warns on saving about rich texts that the app will sanitize. */
import type * as z from 'zod/mini';
import type { saveWarning } from '@foyer/contract';
import { hasScriptTag } from '@foyer/contract/richText';
import { formatPath, type Path } from './errorList.ts';
import { asRecord } from './untypedJson.ts';
import { describeLocation } from './checkSchema.ts';

export type SaveWarning = z.infer<typeof saveWarning>;

/** The start of a tag: its name, and what follows until the next bracket. */
const tagStart = /<\s*(?:\/\s*)?([a-z]+)([^<>]*)/gi;
/** Tags that the app's sanitizer removes. */
const removedTags: ReadonlySet<string> = new Set([
  'iframe',
  'object',
  'embed',
  'applet',
  'frame',
  'frameset',
  'style',
  'link',
  'meta',
  'base',
  'form',
  'input',
  'button',
  'textarea',
  'select',
  'svg',
  'math',
  'template',
  'noscript',
]);
const eventHandler = /\s(on[a-z]+)\s*=/i;
const activeUrl = /\b(?:href|src|action|formaction)\s*=\s*(?:["']\s*)?(javascript|vbscript|data)\s*:/i;

/** Fields of the contract that contain rich text. */
const richTextLists: ReadonlySet<string> = new Set([
  'impress',
  'privacyNotice',
  'texts',
  'personalizedTrackingText',
  'text',
]);
const maxWarnings = 200;

/** Warnings for rich texts that are replaced (with a script tag) or cleaned (with other active content). */
export function richTextWarnings(root: unknown): SaveWarning[] {
  const warnings: SaveWarning[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (warnings.length >= maxWarnings || typeof value !== 'object' || value === null) return;
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
    const reason = describeChange(text);
    if (reason !== undefined)
      warnings.push({ path: formatPath(path), reason: `${reason}${describeLocation(root, path)}` });
  };
  visit(root, []);
  return warnings;
}

function describeChange(text: string): string | undefined {
  if (!text.includes('<')) return undefined;
  if (hasScriptTag(text)) return 'contains a script tag: the whole text will be shown as invalid rich text';
  for (const [, name = '', attributes = ''] of text.matchAll(tagStart)) {
    const tag = name.toLowerCase();
    if (removedTags.has(tag)) return `will be cleaned: <${tag}> is removed`;
    const attribute = eventHandler.exec(attributes)?.[1];
    if (attribute !== undefined)
      return `will be cleaned: the attribute ${attribute.toLowerCase()} is removed`;
    const scheme = activeUrl.exec(attributes)?.[1];
    if (scheme !== undefined) return `will be cleaned: a ${scheme.toLowerCase()}: address is removed`;
  }
  return undefined;
}
