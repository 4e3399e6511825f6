/**
 * The programme of the demo follows the clock: its first talk is on when the demo starts, and the others follow. The
 * notices of the plenary and the workshop rooms and two meetings get their times, which also highlight the doors to both.
 */
import type { LocalizedText, VenueInput, WidgetInput } from '@foyer/contract';
import { notices, onStageNow, programmeList, talks } from './texts.ts';

type NoticeInput = Extract<WidgetInput, { type: 'TextNotificationWidget' }>;
type Configurations = NoticeInput['configurations'];

const minuteMs = 60_000;
const talkMs = 40 * minuteMs;
/** From the begin of a talk to the begin of the next one. */
const slotMs = 45 * minuteMs;
/** Until the first talk began, in a venue that has just been opened. */
const begunMs = 5 * minuteMs;

/** When the first talk began, if the demo starts now: a whole five minutes. Milliseconds since 1970. */
export const eveningAt = (now: number): number => Math.floor((now - begunMs) / (5 * minuteMs)) * 5 * minuteMs;

const instant = (at: number): string => new Date(at).toISOString();

const talkBegin = (evening: number, index: number): number => evening + index * slotMs;
const eveningEnd = (evening: number): number => talkBegin(evening, talks.length - 1) + talkMs;

/** Hours and minutes on the clock of this machine, on which the demo is visited. */
function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

const combine = (separator: string, ...parts: readonly (readonly LocalizedText[])[]): LocalizedText[] =>
  (parts[0] ?? []).map(({ locale }) => ({
    locale,
    text: parts.map((texts) => texts.find((entry) => entry.locale === locale)?.text ?? '').join(separator),
  }));

function plenaryNotice(evening: number): Configurations {
  const begins = talks.map((_talk, index) => talkBegin(evening, index));
  const list = programmeList(begins.map(clockTime));
  const shared = { name: 'programme', displayMode: 'EMBEDDED_DIALOG' } as const;
  return [
    ...talks.map(({ title, about }, index) => ({
      ...shared,
      id: `talk-${index + 1}`,
      begin: instant(begins[index] ?? 0),
      end: instant((begins[index] ?? 0) + talkMs),
      titles: combine(': ', onStageNow, title),
      texts: combine('', about, list),
    })),
    { ...shared, id: 'notice', titles: notices.programme.title, texts: list },
  ];
}

function workshopNotice(evening: number): Configurations {
  const shared = {
    name: 'workshops',
    displayMode: 'EMBEDDED_DIALOG',
    titles: notices.workshops.title,
    texts: notices.workshops.text,
  } as const;
  const begin = evening + talkMs / 2;
  return [
    { ...shared, id: 'session', begin: instant(begin), end: instant(begin + talkMs) },
    { ...shared, id: 'notice' },
  ];
}

/** The notices with times, by their widget ids. */
const timedNotices: Readonly<Record<string, (evening: number) => Configurations>> = {
  'notice-programme': plenaryNotice,
  'notice-workshops': workshopNotice,
};

/**
 * The times of meetings, by their widget ids. One is open at once; without a begin it leaves the highlight to the plenary.
 * The other one begins with the third talk.
 */
const meetingTimes: Readonly<Record<string, (evening: number) => { begin?: string; end: string }>> = {
  'amber-room': (evening) => ({ end: instant(eveningEnd(evening)) }),
  'violet-room': (evening) => ({
    begin: instant(talkBegin(evening, 2)),
    end: instant(eveningEnd(evening)),
  }),
};

const withTimes = (widget: WidgetInput, times: { begin?: string; end: string }): WidgetInput =>
  ({
    ...widget,
    configurations: widget.configurations.map((configuration) => ({ ...configuration, ...times })),
  }) as WidgetInput;

/** The venue with the programme of an evening. Everything else stays, also the changes of a designer. */
export function withProgramme(venue: VenueInput, evening: number): VenueInput {
  const timed = (widget: WidgetInput): WidgetInput => {
    const times = meetingTimes[widget.id]?.(evening);
    if (times) return withTimes(widget, times);
    const configurations = timedNotices[widget.id]?.(evening);
    return configurations === undefined || widget.type !== 'TextNotificationWidget'
      ? widget
      : { ...widget, configurations };
  };
  return {
    ...venue,
    architectures: venue.architectures.map((architecture) => ({
      ...architecture,
      areas: architecture.areas.map((area) => ({
        ...area,
        ...(area.contentWidgets && { contentWidgets: area.contentWidgets.map(timed) }),
      })),
    })),
  };
}

/** When the programme of a venue ends, in milliseconds since 1970; undefined if it has none. */
export function programmeEnd(venue: VenueInput): number | undefined {
  const ends = venue.architectures
    .flatMap(({ areas }) => areas.flatMap(({ contentWidgets = [] }) => contentWidgets))
    .filter(({ id }) => id in timedNotices || id in meetingTimes)
    .flatMap(({ configurations }) => configurations.flatMap(({ end }) => (end === undefined ? [] : [end])));
  return ends.length === 0 ? undefined : Math.max(...ends.map((end) => Date.parse(end)));
}
