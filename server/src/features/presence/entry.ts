/** The presence of a user on one node, over all tabs that are open there, and merged over all nodes. */
import {
  id,
  chosenPresence,
  type AttendeePresence,
  type DataOf,
  type ownPresenceStatus,
} from '@foyer/contract';
import * as z from 'zod/mini';

export const details = z.object({
  name: z.string(),
  company: z.string(),
  title: z.string(),
  host: z.boolean(),
  /** Generation of the profile's picture. */
  picture: z.optional(z.string()),
});
/** The part of the account and profile that others see. */
export type Details = z.infer<typeof details>;

export const choice = z.object({
  ...chosenPresence.shape,
  /** A time of the `LogicalClock`; 0: never chosen. */
  chosenAt: z.number(),
});
export type Choice = z.infer<typeof choice>;

export const defaultChoice: Choice = { status: 'Available', invisible: false, chosenAt: 0 };

export const presenceEntry = z.object({
  /** The area of the tab that entered an area last. */
  areaId: z.optional(id),
  /** A time of the `LogicalClock`; 0: in no area. */
  enteredAt: z.number(),
  /** Whether the user is idle in all tabs. */
  idle: z.boolean(),
  details,
  choice,
  /** The time of the last change of this entry, by the `LogicalClock`. */
  at: z.number(),
});
export type PresenceEntry = z.infer<typeof presenceEntry>;

/** The presence of a user over all nodes. */
export interface MergedPresence {
  readonly own: DataOf<typeof ownPresenceStatus>;
  /** What others see; undefined if the user is invisible. */
  readonly record: AttendeePresence | undefined;
}

const maxBy = <T>(entries: readonly T[], value: (entry: T) => number): T =>
  entries.reduce((best, entry) => (value(entry) > value(best) ? entry : best));

/** Timestamps are sent to thousands of tabs: seconds are precise enough, and trailing zeros compress well. */
const truncateToSeconds = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** @param entries at least one, in the same order on every node */
export function mergeEntries(uid: string, entries: readonly PresenceEntry[]): MergedPresence {
  const newest = maxBy(entries, ({ at }) => at);
  const { areaId } = maxBy(entries, ({ enteredAt }) => enteredAt);
  const { status, invisible } = maxBy(entries, (entry) => entry.choice.chosenAt).choice;
  const idle = entries.every((entry) => entry.idle);
  const { name, company, title, host, picture } = newest.details;
  const shownStatus = status === 'Busy' ? status : idle ? 'Idle' : undefined;
  const record: AttendeePresence = {
    uid,
    ...(areaId === undefined ? {} : { areaId }),
    ...(name === '' ? {} : { name }),
    ...(company === '' ? {} : { company }),
    ...(title === '' ? {} : { title }),
    timestamp: truncateToSeconds(newest.at),
    ...(shownStatus === undefined ? {} : { status: shownStatus }),
    ...(host ? { host } : {}),
    ...(picture === undefined ? {} : { picture }),
  };
  return { own: { status, invisible, idle }, record: invisible ? undefined : record };
}
