/** All commands and events of the realtime connection. A separate module for the same reason as `endpoints.ts`. */
import { enterArea, leaveArea } from './area.ts';
import { chatCommands, chatEvents } from './chatCommands.ts';
import { chatModerationCommands, chatModerationEvents } from './chatModeration.ts';
import { callCommands, callEvents } from './call.ts';
import {
  choosePresence,
  ownPresence,
  presenceChanges,
  presenceCounts,
  presencePeople,
  setIdle,
  watchPresence,
} from './presence.ts';
import { venuePublished } from './publication.ts';
import { areaReactions, sendReaction } from './reaction.ts';
import { ping, welcome, type Command, type Event } from './realtime.ts';

export const commands = [
  ping,
  enterArea,
  leaveArea,
  choosePresence,
  setIdle,
  watchPresence,
  sendReaction,
  ...chatCommands,
  ...chatModerationCommands,
  ...callCommands,
] as const satisfies readonly Command[];

export const events = [
  welcome,
  venuePublished,
  presencePeople,
  presenceChanges,
  presenceCounts,
  ownPresence,
  areaReactions,
  ...chatEvents,
  ...chatModerationEvents,
  ...callEvents,
] as const satisfies readonly Event[];
