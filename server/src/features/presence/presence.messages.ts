/** What nodes tell each other about the people of a mode. The bus may lose, double and reorder all of it. */
import * as z from 'zod/mini';
import { presenceEntry } from './presence.entry.ts';
import { readMessage as readBusMessage } from '#platform/cluster/channel';

const envelope = {
  /** Of the node that speaks; another one after every start. */
  node: z.string(),
  /** Its messages are counted: one with a number that was heard already says nothing new of its being there. */
  no: z.number(),
};
/** How many times the node has told changes. */
const seq = z.number();

export const presenceMessage = z.discriminatedUnion('kind', [
  /** What has changed since the last of these. */
  z.object({
    ...envelope,
    kind: z.literal('changes'),
    seq,
    put: z.array(presenceEntry),
    gone: z.array(z.string()),
  }),
  /** All people of the node, as they are after so many changes. */
  z.object({ ...envelope, kind: z.literal('all'), seq, people: z.array(presenceEntry) }),
  /** It is still there, and has told so many changes. */
  z.object({ ...envelope, kind: z.literal('beat'), seq }),
  /** It does not know all of a node, or of any. */
  z.object({ ...envelope, kind: z.literal('ask'), of: z.optional(z.string()) }),
  /** It stops, and its people are on their way to another one. */
  z.object({ ...envelope, kind: z.literal('bye') }),
]);
export type PresenceMessage = z.infer<typeof presenceMessage>;
type Content<M> = M extends PresenceMessage ? Omit<M, 'node' | 'no'> : never;
export type PresenceNews = Content<PresenceMessage>;

/** Undefined for what is none, as a node of another version may tell. */
export const readMessage = (text: string): PresenceMessage | undefined =>
  readBusMessage(presenceMessage, text);
