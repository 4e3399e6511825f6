/** All commands and events of the realtime connection. A separate module for the same reason as `endpoints.ts`. */
import { figuresChanged, subscribeToFigures } from './analytics.ts';
import { enterArea, leaveArea } from './area.ts';
import { chatCommands, chatEvents } from './chatCommands.ts';
import { heldPostCommands, heldPostEvents } from './chatHeldPosts.ts';
import { chatCommentCommands, commentCountsChanged } from './chatComments.ts';
import { chatModerationCommands, chatModerationEvents } from './chatModeration.ts';
import { callCommands, callEvents } from './call.ts';
import { mediaBoardCommands, mediaBoardLikes } from './mediaBoard.ts';
import {
  followedPresence,
  followUsers,
  setPresenceStatus,
  ownPresenceStatus,
  presenceChanges,
  presenceCounts,
  presenceSnapshot,
  setIdle,
  subscribeToPresence,
} from './presence.ts';
import { venueVersionChanged } from './publication.ts';
import { reactionCounts, sendReaction } from './reaction.ts';
import { ping, welcome, type Command, type Event } from './realtime.ts';

export const commands = [
  ping,
  enterArea,
  leaveArea,
  setPresenceStatus,
  setIdle,
  subscribeToPresence,
  followUsers,
  sendReaction,
  ...chatCommands,
  ...heldPostCommands,
  ...chatCommentCommands,
  ...chatModerationCommands,
  ...callCommands,
  ...mediaBoardCommands,
  subscribeToFigures,
] as const satisfies readonly Command[];

export const events = [
  welcome,
  venueVersionChanged,
  presenceSnapshot,
  presenceChanges,
  followedPresence,
  presenceCounts,
  ownPresenceStatus,
  reactionCounts,
  ...chatEvents,
  ...heldPostEvents,
  commentCountsChanged,
  ...chatModerationEvents,
  ...callEvents,
  mediaBoardLikes,
  figuresChanged,
] as const satisfies readonly Event[];
