import { expect, test } from 'vitest';
import {
  analyticsSubjects,
  formatSubject,
  parseSubject,
  type AnalyticsCategory,
  type AnalyticsSubject,
  type AnalyticsSubjectOf,
} from './analyticsEvents.ts';

test.each<[category: AnalyticsCategory, subject: AnalyticsSubject]>([
  ['profile', {}],
  ['reaction', { kind: 'heart' }],
  ['asset', { area: 'lobby', widget: 'poster-1', type: 'ImageWidget', asset: 'logo.v2' }],
  ['contentCard', { area: 'lobby', widget: 'board', type: 'MediaBoardWidget', card: 'c_1' }],
])('TRACK-02n the name of an event of %s about %j can be read back', (category, subject) => {
  expect(parseSubject(category, formatSubject(subject))).toEqual(subject);
});

test('TRACK-12ra an event is only about what its category has', () => {
  const parts = ['area', 'widget', 'type', 'asset', 'card', 'kind'] as const;
  const accepted = (category: AnalyticsCategory) =>
    parts.filter((part) => parseSubject(category, `${part}=x`) !== undefined);
  for (const [category, allowed] of Object.entries(analyticsSubjects))
    expect(accepted(category as AnalyticsCategory)).toEqual(allowed);
  expect([accepted('login'), accepted('reaction')]).toEqual([[], ['kind']]);
  // @ts-expect-error A reaction has no asset.
  const subject: AnalyticsSubjectOf<'reaction'> = { kind: 'heart', asset: 'logo' };
  expect(parseSubject('reaction', formatSubject(subject))).toBeUndefined();
});

test.each([
  'lobby',
  'area=',
  'area= widget=poster',
  'area=lobby  widget=poster',
  ' area=lobby',
  'area=lobby ',
  'area=lobby area=lobby',
  'widget=poster area=lobby',
  'person=ada',
  'area=lobby Hello Bo',
  'area=ada@example.org',
  `area=${'x'.repeat(129)}`,
  'constructor=x',
])('TRACK-02o %j is not the name of an event', (name) => {
  expect(parseSubject('widget', name)).toBeUndefined();
});
