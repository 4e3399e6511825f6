/** For tests with several nodes that share a PostgreSQL and a Redis. */
import { Nodes } from '#testing/nodes';
import { startChat } from './chatVenue.ts';

/** Starts one node per offset. Offsets move the clocks of the nodes, in milliseconds. */
export async function startNodes(...offsets: readonly number[]): Promise<Nodes> {
  const nodes = await Nodes.start(offsets.length, startChat);
  for (const [index, foyer] of nodes.foyers.entries()) foyer.advance(offsets[index] ?? 0);
  return nodes;
}
