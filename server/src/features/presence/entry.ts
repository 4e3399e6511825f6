/** A person as one node has them, all tabs that are open there as one; and as all nodes together have them. */
import { id, presenceChoice, type AttendeePresence, type DataOf, type ownPresence } from '@foyer/contract';
import * as z from 'zod/mini';

export const details = z.object({
  name: z.string(),
  company: z.string(),
  title: z.string(),
  host: z.boolean(),
  /** Generation of the profile's picture. */
  picture: z.optional(z.string()),
});
/** What an account says of a person. */
export type Details = z.infer<typeof details>;

export const choice = z.object({
  ...presenceChoice.shape,
  /** A stamp; 0: never chosen. */
  chosenAt: z.number(),
});
export type Choice = z.infer<typeof choice>;

export const unchosen: Choice = { status: 'Available', invisible: false, chosenAt: 0 };

export const presenceEntry = z.object({
  /** Of the tab that entered an area last. */
  areaId: z.optional(id),
  /** A stamp; 0: in no area. */
  enteredAt: z.number(),
  /** Nobody touches any of the tabs. */
  idle: z.boolean(),
  details,
  choice,
  /** The stamp of the last change of all this. */
  at: z.number(),
});
export type PresenceEntry = z.infer<typeof presenceEntry>;

/** A person over all nodes. */
export interface Presence {
  readonly own: DataOf<typeof ownPresence>;
  /** What others are told; undefined for whoever is invisible. */
  readonly record: AttendeePresence | undefined;
}

const later = <T>(entries: readonly T[], stamp: (entry: T) => number): T =>
  entries.reduce((best, entry) => (stamp(entry) > stamp(best) ? entry : best));

/** Nobody needs more of a time that thousands are told, and zeros compress well. */
const wholeSeconds = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** @param entries at least one, in an order that is the same on every node */
export function presenceOf(uid: string, entries: readonly PresenceEntry[]): Presence {
  const newest = later(entries, ({ at }) => at);
  const { areaId } = later(entries, ({ enteredAt }) => enteredAt);
  const { status, invisible } = later(entries, (entry) => entry.choice.chosenAt).choice;
  const idle = entries.every((entry) => entry.idle);
  const { name, company, title, host, picture } = newest.details;
  const shownStatus = status === 'Busy' ? status : idle ? 'Idle' : undefined;
  const record: AttendeePresence = {
    uid,
    ...(areaId === undefined ? {} : { areaId }),
    ...(name === '' ? {} : { name }),
    ...(company === '' ? {} : { company }),
    ...(title === '' ? {} : { title }),
    timestamp: wholeSeconds(newest.at),
    ...(shownStatus === undefined ? {} : { status: shownStatus }),
    ...(host ? { host } : {}),
    ...(picture === undefined ? {} : { picture }),
  };
  return { own: { status, invisible, idle }, record: invisible ? undefined : record };
}
