import type { Widget } from '@foyer/contract';
import { expect, test } from 'vitest';
import { activeAt, nearestAt, nextChange, shownAt, upcomingAt } from './activeWidgets.ts';
import { displayModeOf, isEmbedded } from '../host/displayMode.ts';

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`);
const picture = (id: string, rest: object) => ({
  id,
  name: id,
  cookieProviders: [],
  assets: [{ locale: 'en' as const, assetId: id }],
  ...rest,
});
const poster: Widget = {
  id: 'poster',
  type: 'ImageWidget',
  name: 'Poster',
  placements: [
    { viewpointId: 'hall', position: { kind: '2D', x: 0.5, y: 0.5 }, size: { width: 0.2, height: 0.3 } },
    { viewpointId: 'gallery', position: { kind: '2D', x: 0.5, y: 0.5 } },
  ],
  configurations: [
    picture('early', { end: '2026-11-20T12:00:00Z', displayMode: 'EMBEDDED' }),
    picture('late', { begin: '2026-11-20T14:00:00+01:00', displayMode: 'NEW_TAB' }),
  ],
};
const activeId = (time: string): string | undefined => activeAt(poster, at(time))?.configuration.id;

test('AREA-08 a configuration is active from its begin until before its end', () => {
  expect(activeId('11:59')).toBe('early');
  expect(activeId('12:00')).toBeUndefined();
  expect(activeId('12:59')).toBeUndefined();
  expect(activeId('13:00')).toBe('late');
});

test('WIDGET-26a a widget without an active configuration has the one that begins next', () => {
  const upcomingId = (time: string): string | undefined => upcomingAt(poster, at(time))?.configuration.id;
  expect(upcomingId('11:59')).toBeUndefined();
  expect(upcomingId('12:00')).toBe('late');
  expect(upcomingId('13:00')).toBeUndefined();
  const configurations = [
    picture('third', { begin: '2026-11-20T16:00:00Z' }),
    picture('second', { begin: '2026-11-20T15:00:00Z' }),
    picture('first', { end: '2026-11-20T12:00:00Z' }),
  ];
  expect(upcomingAt({ ...poster, configurations }, at('12:00'))?.configuration.id).toBe('second');
  expect(upcomingAt({ ...poster, configurations: [] }, at('12:00'))).toBeUndefined();
});

const meeting = (...windows: { begin?: string; end?: string }[]): Widget => ({
  id: 'sync',
  type: 'GoToMeetingWidget',
  name: 'Sync',
  placements: [],
  configurations: windows.map((window, index) => ({
    id: `meeting-${index}`,
    name: 'meeting',
    cookieProviders: [],
    ...window,
  })),
});
const today = (time: string): string => `2026-11-20T${time}:00Z`;

test('WIDGET-03a, AREA-08 an area shows a meeting from half an hour before its begin, other widgets from their begin', () => {
  const sync = meeting({ begin: today('14:30'), end: today('16:00') });
  expect(shownAt(sync, at('13:59'))).toBeUndefined();
  expect(shownAt(sync, at('14:00'))).toMatchObject({ opensAt: at('14:30') });
  expect(shownAt(sync, at('14:30'))).toEqual(activeAt(sync, at('14:30')));
  expect(shownAt(sync, at('14:30'))?.opensAt).toBeUndefined();
  expect(shownAt(sync, at('16:00'))).toBeUndefined();
  expect(shownAt(poster, at('12:59'))).toBeUndefined();
});

test('WIDGET-03b a link opens the meeting of now, else the next one, else the last one', () => {
  const sync = meeting(
    { begin: today('10:00'), end: today('11:00') },
    { begin: today('14:30'), end: today('16:00') },
    { begin: today('09:00'), end: today('09:30') },
  );
  const nearestId = (time: string): string | undefined => nearestAt(sync, at(time))?.configuration.id;
  expect(nearestId('10:30')).toBe('meeting-0');
  expect(nearestId('11:00')).toBe('meeting-1');
  expect(nearestId('16:00')).toBe('meeting-1');
  expect(nearestId('09:10')).toBe('meeting-2');
});

test('WIDGET-03c a meeting whose end is before its begin is never announced', () => {
  const reversed = meeting({ begin: today('14:30'), end: today('14:00') });
  expect(upcomingAt(reversed, at('13:00'))).toBeUndefined();
  expect(shownAt(reversed, at('14:10'))).toBeUndefined();
});

test('AREA-08 the next change is the next begin or end of any widget', () => {
  expect(nextChange([poster], at('10:00'))).toBe(at('12:00'));
  expect(nextChange([poster], at('12:00'))).toBe(at('13:00'));
  expect(nextChange([poster], at('13:00'))).toBeUndefined();
});

test('AREA-09 a configuration without a mode opens as a panel inside the venue', () => {
  const plain: Widget = { ...poster, type: 'ImageWidget', configurations: [picture('plain', {})] };
  const active = activeAt(plain, at('10:00'));
  expect(active && displayModeOf(active, true)).toBe('EMBEDDED_DIALOG');
});

test('AREA-09 content without a URL opens in a panel instead of a new tab', () => {
  const active = activeAt(poster, at('14:00'));
  expect(active && displayModeOf(active, true)).toBe('NEW_TAB');
  expect(active && displayModeOf(active, false)).toBe('EMBEDDED_DIALOG');
});

test('AREA-09 content is embedded in the picture only if its placement has a size', () => {
  const active = activeAt(poster, at('10:00'));
  expect(active && isEmbedded(active, 'hall')).toBe(true);
  expect(active && isEmbedded(active, 'gallery')).toBe(false);
});
