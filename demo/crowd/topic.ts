/** Where simulated attendees talk, what they say there, and how often. */
import type { ChatPlace, DiscussionPlace } from './attendeeSignIn.ts';
import { answerTo, dialoguesFor, type Dialogue } from './dialogues.ts';
import { replyTo, threadsFor } from './threads.ts';

interface Talk {
  readonly dialogues: readonly Dialogue[];
  readonly answer: (text: string, random: () => number) => string;
  /** The first dialogue begins within this time, in milliseconds. */
  readonly startWithinMs: number;
  /** The mean pauses after the first dialogues and after later ones, in milliseconds: a new visitor soon sees some. */
  readonly meanPauseMs: { readonly first: number; readonly later: number };
  readonly firstDialogues: number;
  /** How often the conversation checks for messages of others. */
  readonly checkEveryMs: number;
}

export type Topic =
  | (Talk & { readonly isDiscussion: false; readonly place: ChatPlace })
  /** Dialogues are threads, which are not repeated, and comments are liked. */
  | (Talk & { readonly isDiscussion: true; readonly place: DiscussionPlace });

export const chatTopic = (place: ChatPlace): Topic => ({
  isDiscussion: false,
  place,
  dialogues: dialoguesFor(place),
  answer: answerTo,
  startWithinMs: 5_000,
  meanPauseMs: { first: 40_000, later: 180_000 },
  firstDialogues: 3,
  checkEveryMs: 2_000,
});

/** There are many discussions: in each, the attendees write seldom. */
export const discussionTopic = (place: DiscussionPlace): Topic => ({
  isDiscussion: true,
  place,
  dialogues: threadsFor(place),
  answer: replyTo,
  startWithinMs: 30_000,
  meanPauseMs: { first: 60_000, later: 600_000 },
  firstDialogues: 1,
  checkEveryMs: 5_000,
});
