import * as z from 'zod/mini';
import { id } from './values.ts';

export const presenceStatuses = ['Available', 'Busy', 'Idle', 'Offline'] as const;

/** A person in an area; empty fields are left out, `timestamp` (ms) is added on write. */
export const attendeePresence = z.strictObject({
  uid: z.string(),
  areaId: z.optional(id),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
  timestamp: z.optional(z.number()),
});
export type AttendeePresence = z.infer<typeof attendeePresence>;
