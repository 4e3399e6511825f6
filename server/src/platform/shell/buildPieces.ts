/** The pieces that the web app's build was cut into, by the names that the build gives them: `area`, `language-de`. */
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

/** Paths on this server, `/assets/area-1a2b.js`: a piece and everything it imports that the page itself does not. */
export interface Piece {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export type Pieces = ReadonlyMap<string, Piece>;

/** @param text the build's manifest; without one, or with one of another kind, nothing is known of the pieces */
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
