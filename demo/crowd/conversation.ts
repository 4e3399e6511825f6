/**
 * A conversation of simulated attendees in one chat room, discussion or wall: they talk in short dialogues with pauses, and
 * answer real attendees who write there.
 */
import {
  getChatChanges,
  getChatPosts,
  openChatRoom,
  sendChatMessage,
  sendChatTyping,
  type ChatMessage,
} from '@foyer/contract';
import type { Dialogue } from './dialogues.ts';
import type { Topic } from './topic.ts';
import type { Visitor } from './visitor.ts';

type Speaker = Pick<Visitor, 'talk' | 'likeComment' | 'isTalking'>;

export interface ConversationDeps {
  readonly topic: Topic;
  /** The attendees who can speak now: those in the area of the room. */
  readonly speakers: () => readonly Speaker[];
  readonly random: () => number;
}

/** The pause before dialogues are repeated, in milliseconds. */
const silenceMs = 45 * 60_000;
/** How many attendees like a comment at most, and how long after it the last of them does. */
const commentLikes = { most: 3, withinMs: 120_000 } as const;
/** Marks messages of the crowd, which are not answered. */
const clientIdPrefix = 'crowd-';
/** Reading and typing, in milliseconds: at least, and for each character. */
const typingMs = { least: 1_200, perCharacter: 45 } as const;

export class Conversation {
  private readonly deps: ConversationDeps;
  private readonly timers = new Set<NodeJS.Timeout>();
  /** Dialogues that were not used yet. */
  private unused: Dialogue[];
  private spoken = 0;
  private roomId: string | undefined;
  /** Changes up to this sequence number are known. */
  private knownSeq: number | undefined;
  private isAnswering = false;
  private isStopped = false;

  constructor(deps: ConversationDeps) {
    this.deps = deps;
    this.unused = this.shuffle(deps.topic.dialogues);
  }

  start(): void {
    const { topic, random } = this.deps;
    this.later(random() * topic.startWithinMs, () => this.speakAgain());
    this.later(topic.checkEveryMs, () => this.recheck());
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private async speakAgain(): Promise<void> {
    const roles = this.shuffle(this.deps.speakers().filter(({ isTalking }) => !isTalking));
    // Also finds out what was said before.
    if (this.roomId === undefined && roles[0] !== undefined) await this.openRoom(roles[0]);
    const dialogue = this.unused.shift() ?? [];
    const isPossible = dialogue.every(([role]) => roles[role] !== undefined);
    if (isPossible && !this.isAnswering) {
      await this.speak(dialogue, roles);
      this.spoken += 1;
    } else this.unused.push(dialogue);
    const pauseMs = this.nextPauseMs();
    if (pauseMs !== undefined) this.later(pauseMs, () => this.speakAgain());
  }

  /** Undefined if everything about the topic is said. */
  private nextPauseMs(): number | undefined {
    const { isDiscussion, dialogues, firstDialogues, meanPauseMs } = this.deps.topic;
    if (this.unused.length === 0) {
      if (isDiscussion) return undefined;
      this.unused = this.shuffle(dialogues);
      return silenceMs;
    }
    const mean = this.spoken < firstDialogues ? meanPauseMs.first : meanPauseMs.later;
    return -Math.log(1 - this.deps.random()) * mean;
  }

  private async speak(dialogue: Dialogue, roles: readonly Speaker[]): Promise<void> {
    const speakers = roles.slice(0, Math.max(...dialogue.map(([role]) => role)) + 1);
    for (const speaker of speakers) speaker.isTalking = true;
    let post: number | undefined;
    for (const [role, text] of dialogue) {
      const speaker = roles[role];
      if (speaker === undefined) continue;
      const seq = await this.say(speaker, text, post);
      if (this.deps.topic.isDiscussion) post ??= seq;
    }
    for (const speaker of speakers) speaker.isTalking = false;
  }

  /** Returns the sequence number of the message, undefined if it was not sent. */
  private async say(speaker: Speaker, text: string, replyTo?: number): Promise<number | undefined> {
    const roomId = await this.openRoom(speaker);
    if (roomId === undefined) return undefined;
    await speaker.talk(sendChatTyping, { roomId });
    await this.pause(typingMs.least + text.length * typingMs.perCharacter);
    if (this.isStopped) return undefined;
    const sent = await speaker.talk(sendChatMessage, {
      roomId,
      clientId: `${clientIdPrefix}${crypto.randomUUID()}`,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    });
    const seq = sent && 'message' in sent ? sent.message.seq : undefined;
    if (seq !== undefined) this.likeSoon(roomId, seq);
    return seq;
  }

  private likeSoon(roomId: string, seq: number): void {
    const { topic, speakers, random } = this.deps;
    if (!topic.isDiscussion) return;
    const { place } = topic;
    const likes = Math.floor(random() * (commentLikes.most + 1));
    for (const speaker of this.shuffle(speakers()).slice(0, likes))
      this.later(random() * commentLikes.withinMs, () => speaker.likeComment({ place, roomId, seq }));
  }

  private async openRoom(speaker: Speaker): Promise<string | undefined> {
    if (this.roomId !== undefined) return this.roomId;
    const opened = await speaker.talk(openChatRoom, this.deps.topic.place);
    this.knownSeq ??= opened?.room.lastSeq;
    this.roomId = opened?.room.id;
    if (this.roomId !== undefined && this.deps.topic.isDiscussion) await this.skipKnown(speaker, this.roomId);
    return this.roomId;
  }

  /** Skips what was posted before this crowd came. */
  private async skipKnown(speaker: Speaker, roomId: string): Promise<void> {
    const page = await speaker.talk(getChatPosts, { roomId, order: 'newest' });
    const known = new Set(page?.messages.map(({ text }) => text));
    this.unused = this.unused.filter(([post]) => post !== undefined && !known.has(post[1]));
  }

  private async recheck(): Promise<void> {
    const [listener] = this.deps.speakers();
    const message = listener && (await this.newMessageOfOthers(listener));
    if (message && !this.isAnswering) {
      this.isAnswering = true;
      const [speaker] = this.shuffle(this.deps.speakers());
      const { topic, random } = this.deps;
      // Replies in a discussion are those of its posts.
      const answered = topic.isDiscussion ? (message.replyTo ?? message.seq) : message.seq;
      if (speaker) await this.say(speaker, topic.answer(message.text, random), answered);
      this.isAnswering = false;
    }
    this.later(this.deps.topic.checkEveryMs, () => this.recheck());
  }

  /** The newest message of a real attendee since the last check. */
  private async newMessageOfOthers(listener: Speaker): Promise<ChatMessage | undefined> {
    const roomId = await this.openRoom(listener);
    if (roomId === undefined || this.knownSeq === undefined) return undefined;
    const changes = await listener.talk(getChatChanges, { roomId, after: this.knownSeq });
    if (changes === undefined) return undefined;
    this.knownSeq = changes.throughSeq;
    return changes.messages.findLast(
      ({ clientId, notice, text, updatedSeq }) =>
        !clientId.startsWith(clientIdPrefix) &&
        notice === undefined &&
        updatedSeq === undefined &&
        text !== '',
    );
  }

  private shuffle<T>(from: readonly T[]): T[] {
    return from
      .map((item) => ({ item, order: this.deps.random() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.later(ms, async () => resolve()));
  }

  private later(ms: number, act: () => Promise<void>): void {
    if (this.isStopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void act();
    }, ms);
    this.timers.add(timer);
  }
}
