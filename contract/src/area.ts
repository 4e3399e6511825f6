/** The area that a tab is in. Presence and reactions depend on it. */
import * as z from 'zod/mini';
import { command } from './realtime.ts';
import { id } from './values.ts';

export const enterArea = command({
  name: 'area.enter',
  summary: 'Moves this tab into an area; it leaves its previous area',
  input: z.strictObject({ areaId: id }),
  errors: ['notFound'],
  example: { areaId: 'lobby' },
});

export const leaveArea = command({
  name: 'area.leave',
  summary: 'Leaves the current area of this tab',
  input: z.strictObject({}),
  example: {},
});
