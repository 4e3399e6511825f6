/**
 * A conversation of simulated attendees in one chat room: they talk in short dialogues with pauses, and answer real
 * attendees who write there.
 */
import {
  getChatChanges,
  openChatRoom,
  sendChatMessage,
  sendChatTyping,
  type ChatMessage,
} from '@foyer/contract';
import type { ChatPlace } from './attendeeSignIn.ts';
import { answerTo, dialoguesFor, type Dialogue } from './dialogues.ts';
import type { Visitor } from './visitor.ts';

type Speaker = Pick<Visitor, 'talk' | 'isTalking'>;

export interface ConversationDeps {
  readonly place: ChatPlace;
  /** The attendees who can speak now: those in the area of the room. */
  readonly speakers: () => readonly Speaker[];
  readonly random: () => number;
}

/** The mean pauses after the first dialogues and after later ones, in milliseconds: a new visitor soon sees some. */
const meanPauseMs = { first: 40_000, later: 180_000 } as const;
const firstDialogues = 3;
/** The pause before dialogues are repeated, in milliseconds. */
const silenceMs = 45 * 60_000;
/** How often the conversation checks for messages of others. */
const checkEveryMs = 2_000;
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
    this.unused = this.shuffle(dialoguesFor(deps.place));
  }

  start(): void {
    this.later(this.deps.random() * 5_000, () => this.speakAgain());
    this.later(checkEveryMs, () => this.recheck());
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private async speakAgain(): Promise<void> {
    const roles = this.shuffle(this.deps.speakers().filter(({ isTalking }) => !isTalking));
    const dialogue = this.unused.shift() ?? [];
    const isPossible = dialogue.every(([role]) => roles[role] !== undefined);
    if (isPossible && !this.isAnswering) {
      await this.speak(dialogue, roles);
      this.spoken += 1;
    } else this.unused.push(dialogue);
    this.later(this.nextPauseMs(), () => this.speakAgain());
  }

  private nextPauseMs(): number {
    if (this.unused.length === 0) {
      this.unused = this.shuffle(dialoguesFor(this.deps.place));
      return silenceMs;
    }
    const mean = this.spoken < firstDialogues ? meanPauseMs.first : meanPauseMs.later;
    return -Math.log(1 - this.deps.random()) * mean;
  }

  private async speak(dialogue: Dialogue, roles: readonly Speaker[]): Promise<void> {
    const speakers = roles.slice(0, Math.max(...dialogue.map(([role]) => role)) + 1);
    for (const speaker of speakers) speaker.isTalking = true;
    for (const [role, text] of dialogue) {
      const speaker = roles[role];
      if (speaker) await this.say(speaker, text);
    }
    for (const speaker of speakers) speaker.isTalking = false;
  }

  private async say(speaker: Speaker, text: string, replyTo?: number): Promise<void> {
    const roomId = await this.openRoom(speaker);
    if (roomId === undefined) return;
    await speaker.talk(sendChatTyping, { roomId });
    await this.pause(typingMs.least + text.length * typingMs.perCharacter);
    if (this.isStopped) return;
    await speaker.talk(sendChatMessage, {
      roomId,
      clientId: `${clientIdPrefix}${crypto.randomUUID()}`,
      text,
      ...(replyTo === undefined ? {} : { replyTo }),
    });
  }

  private async openRoom(speaker: Speaker): Promise<string | undefined> {
    if (this.roomId !== undefined) return this.roomId;
    const opened = await speaker.talk(openChatRoom, this.deps.place);
    this.knownSeq ??= opened?.room.lastSeq;
    return (this.roomId = opened?.room.id);
  }

  private async recheck(): Promise<void> {
    const [listener] = this.deps.speakers();
    const message = listener && (await this.newMessageOfOthers(listener));
    if (message && !this.isAnswering) {
      this.isAnswering = true;
      const [speaker] = this.shuffle(this.deps.speakers());
      if (speaker) await this.say(speaker, answerTo(message.text, this.deps.random), message.seq);
      this.isAnswering = false;
    }
    this.later(checkEveryMs, () => this.recheck());
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
