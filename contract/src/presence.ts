/** Presence of attendees: their records and statuses, and the commands and events for them (PRESENCE). */
import * as z from 'zod/mini';
import { maxFollowedUsers } from './limits.ts';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

export const presenceStatuses = ['Available', 'Busy', 'Idle', 'Offline'] as const;
export type PresenceStatus = (typeof presenceStatuses)[number];

/** The presence of an attendee. Empty fields are omitted; the server sets `timestamp`, in milliseconds since 1970. */
export const attendeePresence = z.strictObject({
  uid: z.string(),
  areaId: z.optional(id),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
  timestamp: z.optional(z.number()),
  /** Absent means Available. Offline attendees have no record. */
  status: z.optional(z.enum(['Busy', 'Idle'])),
  /** Set for attendees with ROLE_HOST. */
  host: z.optional(z.literal(true)),
  /** The `generation` of the profile picture; absent if there is none. */
  picture: z.optional(z.string()),
});
export type AttendeePresence = z.infer<typeof attendeePresence>;

const column = <T extends z.ZodMiniType>(value: T) => z.optional(z.array(z.nullable(value)));
/**
 * Presence records by column: the n-th value of each column belongs to the n-th attendee, null if the field is not set.
 * A column without values is omitted. Compressed, this takes a fifth less than a list of records.
 */
export const attendeeColumns = z.strictObject({
  uid: z.array(z.string()),
  areaId: column(id),
  name: column(z.string()),
  company: column(z.string()),
  title: column(z.string()),
  timestamp: column(z.number()),
  status: column(z.enum(['Busy', 'Idle'])),
  host: column(z.literal(true)),
  picture: column(z.string()),
});
export type AttendeeColumns = z.infer<typeof attendeeColumns>;
const attendeeFields = [
  'areaId',
  'name',
  'company',
  'title',
  'timestamp',
  'status',
  'host',
  'picture',
] as const satisfies readonly (keyof AttendeeColumns)[];

export function toColumns(people: readonly AttendeePresence[]): AttendeeColumns {
  const columns: Record<string, unknown[]> = { uid: people.map(({ uid }) => uid) };
  for (const field of attendeeFields)
    if (people.some((person) => person[field] !== undefined))
      columns[field] = people.map((person) => person[field] ?? null);
  return columns as AttendeeColumns;
}

export const fromColumns = (columns: AttendeeColumns): AttendeePresence[] =>
  columns.uid.map((uid, index) => {
    const person: Record<string, unknown> = { uid };
    for (const field of attendeeFields) {
      const value = columns[field]?.[index];
      if (value !== null && value !== undefined) person[field] = value;
    }
    return person as AttendeePresence;
  });

/** The status that an attendee has chosen. It applies to all devices until the attendee changes it. */
export const chosenPresence = z.strictObject({
  status: z.enum(['Available', 'Busy']),
  /** Hidden from all lists of attendees, and named to others only by what the user posts, and in calls and groups that the user joins. */
  invisible: z.boolean(),
});
export type ChosenPresence = z.infer<typeof chosenPresence>;

export const setPresenceStatus = command({
  name: 'presence.setStatus',
  summary: 'Sets the user’s status and visibility',
  input: chosenPresence,
  errors: ['forbidden'],
  example: { status: 'Busy', invisible: false },
});

export const setIdle = command({
  name: 'presence.setIdle',
  summary:
    'Reports whether this tab has had no input for five minutes. A user is idle when all their tabs are idle',
  input: z.strictObject({ idle: z.boolean() }),
  errors: ['forbidden'],
  example: { idle: true },
});

export const subscribeToPresence = command({
  name: 'presence.subscribe',
  summary: 'Subscribes this tab to the presence of its area, or of all attendees',
  input: z.strictObject({ scope: z.enum(['area', 'everyone']) }),
  errors: ['forbidden'],
  example: { scope: 'everyone' },
});

export const followUsers = command({
  name: 'presence.follow',
  summary: 'Subscribes this tab to the presence of these users in whichever area, instead of those before',
  input: z.strictObject({ userIds: z.array(id).check(z.maxLength(maxFollowedUsers)) }),
  errors: ['forbidden'],
  example: { userIds: ['u1', 'u2'] },
});

/** `areaId` is absent if the event is about all attendees. */
const scope = { areaId: z.optional(id) };

export const presenceSnapshot = event({
  name: 'presence.snapshot',
  kind: 'replicated',
  summary: 'All presence records of the subscribed scope; replaces the previous ones',
  data: z.strictObject({ ...scope, attendees: attendeeColumns }),
  example: {
    areaId: 'lobby',
    attendees: { uid: ['u1', 'u2'], areaId: ['lobby', 'lobby'], name: ['Ada', null] },
  },
});

export const presenceChanges = event({
  name: 'presence.changes',
  kind: 'replicated',
  summary: 'Changes of presence records since the previous event, at most four times a second',
  data: z.strictObject({ ...scope, updated: z.array(attendeePresence), removed: z.array(z.string()) }),
  example: { areaId: 'lobby', updated: [{ uid: 'u2', areaId: 'lobby', name: 'Bo' }], removed: ['u1'] },
});

export const followedPresence = event({
  name: 'presence.followed',
  kind: 'replicated',
  summary:
    'Presence records of the users that the tab follows: all after `presence.follow`, then the changed ones',
  data: z.strictObject({
    updated: z.array(attendeePresence),
    /** Ids of the users who are not online, or not visible. */
    removed: z.array(z.string()),
    /** Set in the first event after `presence.follow`: replaces the records of the users followed before. */
    complete: z.optional(z.literal(true)),
  }),
  example: { updated: [{ uid: 'u1', areaId: 'lobby', name: 'Ada' }], removed: ['u2'], complete: true },
});

export const presenceCounts = event({
  name: 'presence.counts',
  kind: 'replicated',
  summary: 'The number of attendees at the event, and in each area whose number has changed',
  data: z.strictObject({
    total: z.number(),
    areas: z.record(z.string(), z.number()),
    /** Set in the first event of a connection: all other areas are empty. */
    complete: z.optional(z.literal(true)),
  }),
  example: { total: 3, areas: { lobby: 2, lounge: 1 }, complete: true },
});

export const ownPresenceStatus = event({
  name: 'presence.ownStatus',
  kind: 'replicated',
  summary: 'The user’s own status',
  data: z.strictObject({ ...chosenPresence.shape, idle: z.boolean() }),
  example: { status: 'Available', invisible: false, idle: false },
});
