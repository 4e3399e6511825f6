/** Which area a tab is in: what the features of an area go by, presence and reactions among them. */
import * as z from 'zod/mini';
import { command } from './realtime.ts';
import { id } from './values.ts';

export const enterArea = command({
  name: 'area.enter',
  summary: 'This tab is in an area now, and in no other',
  input: z.strictObject({ areaId: id }),
  errors: ['notFound'],
  example: { areaId: 'lobby' },
});

export const leaveArea = command({
  name: 'area.leave',
  summary: 'This tab is in no area',
  input: z.strictObject({}),
  example: {},
});
