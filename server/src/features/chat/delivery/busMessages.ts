/** Bus messages of chat. All but `typing` say only that something has changed; the new state is in the database. */
import { chatUser, operatingModes } from '@foyer/contract';
import * as z from 'zod/mini';

const mode = z.enum(operatingModes);
const roomId = z.string();

/** A room has changed for these users, or they have joined or left it. */
const roomChanged = z.object({
  kind: z.literal('room'),
  mode,
  roomId,
  /** Undefined: for all subscribers of the room. */
  uids: z.optional(z.array(z.string())),
});
export type RoomChanged = z.infer<typeof roomChanged>;

const typing = z.object({ kind: z.literal('typing'), mode, roomId, user: chatUser });
export type Typing = z.infer<typeof typing>;

export const chatBusMessage = z.discriminatedUnion('kind', [
  roomChanged,
  /** A user was muted or unmuted: all rooms have changed for this user, and the mutes for hosts. */
  z.object({ kind: z.literal('user'), mode, uid: z.string() }),
  /** The number of open reports has changed. */
  z.object({ kind: z.literal('reports'), mode }),
  typing,
]);
export type ChatBusMessage = z.infer<typeof chatBusMessage>;
