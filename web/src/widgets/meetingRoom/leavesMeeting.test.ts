import { expect, test } from 'vitest';
import { leavesMeeting } from './leavesMeeting.ts';

const panel = '/v/nightfall/area/lounge?widget=meeting';
const page = '/v/nightfall/area-whereby-meeting/lounge/meeting/talk';

test.each([
  [panel, '/v/nightfall/area/lounge', true],
  [panel, '/v/nightfall/area/lounge?widget=poster', true],
  [panel, '/v/nightfall/area/hall?widget=meeting', true],
  [panel, page, true],
  [panel, `${panel}&view=text`, false],
  [panel, `${panel}&viewpoint=bar`, false],
  [panel, `${panel}#privacy-preferences`, false],
  [page, panel, true],
  [page, `${page}?lang=de#privacy-preferences`, false],
])('GUARD-07x a navigation from %s to %s leaves the meeting: %s', (from, to, leaves) => {
  const origin = 'https://venue.example';
  expect(leavesMeeting({ from: new URL(from, origin), to: new URL(to, origin) })).toBe(leaves);
});
