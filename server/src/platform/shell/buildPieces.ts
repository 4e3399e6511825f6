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
export interface Piece {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export type Pieces = ReadonlyMap<string, Piece>;

/** @param text the build's manifest; a missing or unknown manifest gives no chunks */
export function readPieces(text: string | undefined): Pieces {
  const pieces = new Map<string, Piece>();
  const read = manifest.safeParse(text === undefined ? {} : parsed(text));
  if (!read.success) return pieces;
  const chunks = read.data;
  const closure = (key: string, into = new Set<string>()): Set<string> => {
    if (into.has(key)) return into;
    into.add(key);
    for (const next of chunks[key]?.imports ?? []) closure(next, into);
    return into;
  };
  const page = new Set<string>();
  for (const [key, { isEntry }] of Object.entries(chunks)) if (isEntry) closure(key, page);
  for (const [key, { name }] of Object.entries(chunks)) {
    if (name === undefined || page.has(key)) continue;
    const own = [...closure(key)].filter((other) => !page.has(other)).map((other) => chunks[other]);
    pieces.set(name, {
      scripts: own.flatMap((chunk) => (chunk === undefined ? [] : [`/${chunk.file}`])),
      styles: own.flatMap((chunk) => chunk?.css ?? []).map((file) => `/${file}`),
    });
  }
  return pieces;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
