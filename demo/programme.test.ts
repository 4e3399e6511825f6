import { activeConfiguration, widgetsOfType } from '@foyer/contract/widget';
import * as z from 'zod/mini';
import { venue as venueSchema, type Venue, type VenueInput } from '@foyer/contract';
import { expect, test } from 'vitest';
import { eveningAt, programmeEnd, withProgramme } from './programme.ts';
import { demoVenue } from './venue.ts';

const minuteMs = 60_000;
const now = Date.parse('2026-11-23T17:03:20Z');
const evening = eveningAt(now);
const parsed = (venue: VenueInput): Venue => z.parse(venueSchema, venue);

/** The English title of the notice that an area shows at a time. */
function titleAt(venue: Venue, areaId: string, at: number): string | undefined {
  const widgets = venue.architectures[0]?.areas.find(({ id }) => id === areaId)?.contentWidgets ?? [];
  const [notice] = widgetsOfType(widgets, 'TextNotificationWidget');
  return notice && activeConfiguration(notice.configurations, at)?.titles?.[0]?.text;
}

test('the first talk is on when the demo starts, the others follow, and then the programme is shown', () => {
  const venue = parsed(withProgramme(demoVenue, evening));
  const titles = [0, 45, 90, 135, 181].map((minutes) => titleAt(venue, 'plenary', now + minutes * minuteMs));
  expect(titles).toEqual([
    'On stage now: Opening: a city is a promise that keeps after dark',
    'On stage now: Lamps that know when to stop',
    'On stage now: What bats taught our planners',
    'On stage now: Conversation: the night bus as public space',
    'Tonight on stage',
  ]);
});

test('the venue passes the schema, and only the notices and meetings with times differ from the demo venue', () => {
  const [plain, timed] = [parsed(demoVenue), parsed(withProgramme(demoVenue, evening))];
  const widgetsOf = (venue: Venue) =>
    venue.architectures.flatMap(({ areas }) => areas.flatMap(({ contentWidgets }) => contentWidgets));
  const changed = widgetsOf(timed).filter(
    (widget, index) => JSON.stringify(widget) !== JSON.stringify(widgetsOf(plain)[index]),
  );
  expect(changed.map(({ id }) => id)).toEqual([
    'notice-programme',
    'notice-workshops',
    'amber-room',
    'violet-room',
  ]);
});

test('one meeting is open until the last talk ends, another one from the third talk', () => {
  const venue = parsed(withProgramme(demoVenue, evening));
  const widgets = venue.architectures[0]?.areas.find(({ id }) => id === 'workshops')?.contentWidgets ?? [];
  const openAt = (minutes: number): string[] =>
    [...widgetsOfType(widgets, 'TeamsWidget'), ...widgetsOfType(widgets, 'WebExWidget')].flatMap(
      ({ id, configurations }) =>
        activeConfiguration<{ begin?: string | undefined; end?: string | undefined }>(
          configurations,
          evening + minutes * minuteMs,
        )
          ? [id]
          : [],
    );
  expect([0, 89, 90, 174, 175].map(openAt)).toEqual([
    ['amber-room'],
    ['amber-room'],
    ['amber-room', 'violet-room'],
    ['amber-room', 'violet-room'],
    [],
  ]);
});

test('a programme ends with its last talk, and a venue without times has none', () => {
  expect(programmeEnd(demoVenue)).toBeUndefined();
  expect(programmeEnd(withProgramme(demoVenue, evening))).toBe(evening + 175 * minuteMs);
});

test('a later programme replaces the times, and keeps what a designer has changed', () => {
  const edited = structuredClone(withProgramme(demoVenue, evening));
  const [architecture] = edited.architectures;
  if (architecture) architecture.titles = [{ locale: 'en', text: 'Our evening' }];
  const later = withProgramme(edited, evening + 600 * minuteMs);
  expect(programmeEnd(later)).toBe(evening + 775 * minuteMs);
  expect(later.architectures[0]?.titles).toEqual([{ locale: 'en', text: 'Our evening' }]);
});
