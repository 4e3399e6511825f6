import { createHash } from 'node:crypto';
import * as z from 'zod';

export const MANIFEST = 'manifest.json';
export const tableEntry = (table: string): string => `tables/${table}.ndjson`;
export const blobEntry = (key: string): string => `blobs/${key}`;

const archiveEntry = z.strictObject({
  name: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ArchiveEntry = z.infer<typeof archiveEntry>;

/** The last entry of an archive, so that a truncated archive has no manifest. */
const manifest = z.strictObject({
  format: z.literal('foyer-backup'),
  version: z.literal(1),
  madeAt: z.string(),
  /** The migrations of the schema, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int().nonnegative() })),
  /** All entries except the manifest, sorted by name. */
  entries: z.array(archiveEntry),
  /** Hash of the entries: the same data gives the same hash on both engines. */
  contents: z.string(),
  /** Hash of the manifest without this field. */
  seal: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hashEntries = (entries: readonly ArchiveEntry[]): string =>
  sha256(entries.map(({ name, bytes, sha256: sum }) => `${name} ${bytes} ${sum}\n`).join(''));

export const sealManifest = (
  content: Pick<Manifest, 'madeAt' | 'migrations' | 'tables' | 'entries'>,
): Manifest => {
  const entries = content.entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const open = {
    format: 'foyer-backup' as const,
    version: 1 as const,
    madeAt: content.madeAt,
    migrations: content.migrations,
    tables: content.tables,
    entries,
    contents: hashEntries(entries),
  };
  return { ...open, seal: sha256(JSON.stringify(open)) };
};

/** Throws with the reason if the text is not a manifest or was altered. */
export const parseManifest = (text: string): Manifest => {
  const read = JSON.parse(text) as { version?: unknown };
  if (typeof read.version === 'number' && read.version > 1)
    throw new Error('it was made by a newer version of Foyer');
  const parsed = manifest.parse(read);
  if (JSON.stringify(sealManifest(parsed)) !== JSON.stringify(parsed))
    throw new Error('its manifest was altered');
  return parsed;
};
