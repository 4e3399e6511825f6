/** What the venue check says about a configuration, as pairs of a path and a reason. */
import { defaultWidgetSettings, findWidgetManifest } from '../widget.ts';

type Issue = readonly [path: string, reason: string];

/** @param fields the configuration, without what all of them have */
export function errorsOf(type: string, fields: object): readonly Issue[] {
  const manifest = findWidgetManifest(type);
  const parsed = manifest?.schema.safeParse({ id: 'always', name: 'Always', ...fields });
  if (parsed?.error) return parsed.error.issues.map(({ path, message }) => [path.join('.'), message]);
  return (manifest?.errors?.(parsed?.data ?? {}) ?? []).map(({ path = [], reason }) => [
    path.join('.'),
    reason,
  ]);
}

export function warningsOf(type: string, fields: object): readonly Issue[] {
  const manifest = findWidgetManifest(type);
  const configuration = { id: 'always', name: 'Always', cookieProviders: [], ...fields };
  const warnings = manifest?.warnings?.(configuration, defaultWidgetSettings) ?? [];
  return warnings.map(({ path = [], reason }) => [path.join('.'), reason]);
}

/** The `uris` of addresses in different languages, at most two. */
export const urisOf = (...addresses: readonly string[]) => ({
  uris: addresses.map((uri, index) => ({ locale: index === 0 ? 'en' : 'de', uri })),
});
