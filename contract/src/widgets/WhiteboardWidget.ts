/** A whiteboard that attendees draw on together. */
import * as z from 'zod/mini';
import { id } from '../values.ts';
import { configurationOf, defineWidget } from './define.ts';

export const whiteboardWidget = defineWidget({
  type: 'WhiteboardWidget',
  scope: 'content',
  schema: configurationOf({ boardId: id, access: z.enum(['everyone', 'hosts']) }),
  verb: 'open',
});
