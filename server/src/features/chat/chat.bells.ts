/** What nodes ring at each other: that something has changed, and not what. The storage is the truth. */
import { chatPerson, operatingModes } from '@foyer/contract';
import * as z from 'zod/mini';
import { readBusMessage } from '#platform/bus/message';

const mode = z.enum(operatingModes);
const roomId = z.string();

const peopleBell = z.object({
  kind: z.literal('people'),
  mode,
  roomId,
  /** Absent: all who hear the room. */
  uids: z.optional(z.array(z.string())),
});
export type PeopleBell = z.infer<typeof peopleBell>;

const bell = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('room'), roomId }),
  peopleBell,
  z.object({ kind: z.literal('person'), mode, uid: z.string() }),
  z.object({ kind: z.literal('reports'), mode }),
  z.object({ kind: z.literal('typing'), mode, roomId, person: chatPerson }),
]);

/** Undefined for what is none. */
export const readBell = (text: string): z.infer<typeof bell> | undefined => readBusMessage(bell, text);
