/** Reactions, visible to everyone in an area (WIDGET-02). */
import * as z from 'zod/mini';
import { command, event } from './realtime.ts';
import { id } from './values.ts';

export const reactions = ['clap', 'heart', 'idea', 'wave', 'confetti'] as const;
export type Reaction = (typeof reactions)[number];

export const sendReaction = command({
  name: 'reaction.send',
  summary: 'Shows a reaction to everyone in the area of this tab',
  input: z.strictObject({ reaction: z.enum(reactions) }),
  errors: ['conflict'],
  example: { reaction: 'clap' },
});

export const reactionCounts = event({
  name: 'reaction.counts',
  kind: 'ephemeral',
  summary:
    'The number of reactions of each kind in the area since the previous event, at most ten times a second',
  data: z.strictObject({ areaId: id, counts: z.partialRecord(z.enum(reactions), z.number()) }),
  example: { areaId: 'lobby', counts: { clap: 3 } },
});
