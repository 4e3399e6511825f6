/** Signs that everyone in an area sees (WIDGET-02). */
import * as z from 'zod/mini';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

export const reactions = ['clap', 'heart', 'idea', 'wave', 'confetti'] as const;
export type Reaction = (typeof reactions)[number];

export const sendReaction = command({
  name: 'reaction.send',
  summary: 'Everyone in the area that this tab is in sees a sign',
  input: z.strictObject({ reaction: z.enum(reactions) }),
  errors: ['conflict'],
  example: { reaction: 'clap' },
});

export const areaReactions = event({
  name: 'reaction.burst',
  kind: 'ephemeral',
  summary: 'How many of each sign were sent in the area, several times a second at most',
  data: z.strictObject({ areaId: id, counts: z.partialRecord(z.enum(reactions), z.number()) }),
  example: { areaId: 'lobby', counts: { clap: 3 } },
});
