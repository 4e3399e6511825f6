/** Who is here: the records of attendees, their statuses, and how a client hears of them (PRESENCE). */
import * as z from 'zod/mini';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

export const presenceStatuses = ['Available', 'Busy', 'Idle', 'Offline'] as const;
export type PresenceStatus = (typeof presenceStatuses)[number];

/** A person in an area; empty fields are left out, `timestamp` (ms) is added on write. */
export const attendeePresence = z.strictObject({
  uid: z.string(),
  areaId: z.optional(id),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
  timestamp: z.optional(z.number()),
  /** Absent: Available. Whoever is Offline has no record. */
  status: z.optional(z.enum(['Busy', 'Idle'])),
  /** There for the others: whoever has ROLE_HOST. */
  host: z.optional(z.literal(true)),
  /** There is a picture: the `generation` of its address. */
  picture: z.optional(z.string()),
});
export type AttendeePresence = z.infer<typeof attendeePresence>;

const column = <T extends z.ZodMiniType>(value: T) => z.optional(z.array(z.nullable(value)));
/**
 * Records by their fields: the n-th of each is of the n-th person, null where there is none; a field that nobody has is
 * not there. Thousands of people take a fifth less this way, compressed.
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

export function columnsOf(people: readonly AttendeePresence[]): AttendeeColumns {
  const columns: Record<string, unknown[]> = { uid: people.map(({ uid }) => uid) };
  for (const field of attendeeFields)
    if (people.some((person) => person[field] !== undefined))
      columns[field] = people.map((person) => person[field] ?? null);
  return columns as AttendeeColumns;
}

export const peopleOf = (columns: AttendeeColumns): AttendeePresence[] =>
  columns.uid.map((uid, index) => {
    const person: Record<string, unknown> = { uid };
    for (const field of attendeeFields) {
      const value = columns[field]?.[index];
      if (value !== null && value !== undefined) person[field] = value;
    }
    return person as AttendeePresence;
  });

/** What a person has chosen: it stays, on every device, until they choose otherwise. */
export const presenceChoice = z.strictObject({
  status: z.enum(['Available', 'Busy']),
  /** Here, and on nobody's list. */
  invisible: z.boolean(),
});
export type PresenceChoice = z.infer<typeof presenceChoice>;

export const choosePresence = command({
  name: 'presence.choose',
  summary: 'How one appears to the others',
  input: presenceChoice,
  errors: ['forbidden'],
  example: { status: 'Busy', invisible: false },
});

export const setIdle = command({
  name: 'presence.idle',
  summary: 'Whether nobody has touched this tab for five minutes; a person is idle when all their tabs are',
  input: z.strictObject({ idle: z.boolean() }),
  errors: ['forbidden'],
  example: { idle: true },
});

export const watchPresence = command({
  name: 'presence.watch',
  summary: 'Whose records this tab is told: those of its area, or everybody while a list of them is open',
  input: z.strictObject({ scope: z.enum(['area', 'everyone']) }),
  errors: ['forbidden'],
  example: { scope: 'everyone' },
});

/** `areaId`: of the area one is in; absent: everybody. */
const scope = { areaId: z.optional(id) };

export const presencePeople = event({
  name: 'presence.people',
  kind: 'replicated',
  summary: 'All records of what one watches, in place of what was known',
  data: z.strictObject({ ...scope, people: attendeeColumns }),
  example: {
    areaId: 'lobby',
    people: { uid: ['u1', 'u2'], areaId: ['lobby', 'lobby'], name: ['Ada', null] },
  },
});

export const presenceChanges = event({
  name: 'presence.changes',
  kind: 'replicated',
  summary: 'What has changed since, several times a second at most',
  data: z.strictObject({ ...scope, put: z.array(attendeePresence), gone: z.array(z.string()) }),
  example: { areaId: 'lobby', put: [{ uid: 'u2', areaId: 'lobby', name: 'Bo' }], gone: ['u1'] },
});

export const presenceCounts = event({
  name: 'presence.counts',
  kind: 'replicated',
  summary: 'How many people are at the event, and how many in each area whose number has changed; 0: nobody',
  data: z.strictObject({
    total: z.number(),
    areas: z.record(z.string(), z.number()),
    /** The first of a connection: areas that are not named are empty. */
    whole: z.optional(z.literal(true)),
  }),
  example: { total: 3, areas: { lobby: 2, lounge: 1 }, whole: true },
});

export const ownPresence = event({
  name: 'presence.own',
  kind: 'replicated',
  summary: 'How one appears oneself',
  data: z.strictObject({ ...presenceChoice.shape, idle: z.boolean() }),
  example: { status: 'Available', invisible: false, idle: false },
});
