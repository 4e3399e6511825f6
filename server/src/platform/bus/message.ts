/** Reads what came over the bus: whatever is none of ours, as of a node of another version, is nothing. */
import type * as z from 'zod/mini';

export function readBusMessage<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
