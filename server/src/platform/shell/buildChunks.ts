/** The chunks of the web app's build, by name: `area`, `language-de`. */
import * as z from 'zod';

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
);

/** Paths such as `/assets/area-1a2b.js`: a chunk and its imports that the page does not load itself. */
export interface Chunk {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export type Chunks = ReadonlyMap<string, Chunk>;

/** @param text the build's manifest. Without a valid manifest there are no chunks. */
export function readChunks(text: string | undefined): Chunks {
  const byName = new Map<string, Chunk>();
  const parsed = manifest.safeParse(text === undefined ? {} : tryParse(text));
  if (!parsed.success) return byName;
  const chunks = parsed.data;
  const withImports = (key: string, into = new Set<string>()): Set<string> => {
    if (into.has(key)) return into;
    into.add(key);
    for (const next of chunks[key]?.imports ?? []) withImports(next, into);
    return into;
  };
  const loadedByPage = new Set<string>();
  for (const [key, { isEntry }] of Object.entries(chunks)) if (isEntry) withImports(key, loadedByPage);
  for (const [key, { name }] of Object.entries(chunks)) {
    if (name === undefined || loadedByPage.has(key)) continue;
    const needed = [...withImports(key)]
      .filter((other) => !loadedByPage.has(other))
      .map((other) => chunks[other]);
    byName.set(name, {
      scripts: needed.flatMap((chunk) => (chunk === undefined ? [] : [`/${chunk.file}`])),
      styles: needed.flatMap((chunk) => chunk?.css ?? []).map((file) => `/${file}`),
    });
  }
  return byName;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
