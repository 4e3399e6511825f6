/** Bus messages of chat. All but `typing` say only that something has changed; the new state is in the database. */
import { chatUser, operatingModes } from '@foyer/contract';
import * as z from 'zod/mini';

const mode = z.enum(operatingModes);
const roomId = z.string();

const roomChanged = z.object({
  kind: z.literal('room'),
  mode,
  roomId,
  /** Undefined: all subscribers of the room. */
  uids: z.optional(z.array(z.string())),
});
export type RoomChanged = z.infer<typeof roomChanged>;

const typing = z.object({ kind: z.literal('typing'), mode, roomId, user: chatUser });
export type Typing = z.infer<typeof typing>;

export const chatBusMessage = z.discriminatedUnion('kind', [
  roomChanged,
  z.object({ kind: z.literal('user'), mode, uid: z.string() }),
  z.object({ kind: z.literal('reports'), mode }),
  typing,
]);
export type ChatBusMessage = z.infer<typeof chatBusMessage>;
