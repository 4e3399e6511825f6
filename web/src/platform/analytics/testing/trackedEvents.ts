/** For component tests: what a page has sent to be counted. The tracker starts some seconds after the page. */
import { sendHit } from '@foyer/contract';
import { expect } from 'vitest';
import type { FakeServer } from '../../../testing/fakeServer.ts';

/** The events, such as `floorplan navigate area=library`, oldest first. */
export const trackedEvents = (server: FakeServer): string[] =>
  server
    .calls(sendHit)
    .flatMap(({ query: { e_c, e_a, e_n } }) =>
      e_c && e_a ? [[e_c, e_a, e_n].filter(Boolean).join(' ')] : [],
    );

/** Waits until exactly these events of the given categories have arrived, in this order. */
export const expectEvents = (
  server: FakeServer,
  categories: readonly string[],
  events: readonly string[],
): Promise<void> =>
  expect
    .poll(() => trackedEvents(server).filter((event) => categories.includes(event.split(' ', 1)[0] ?? '')))
    .toEqual(events);
