/**
 * Simulated attendees for load tests and the demo, which use the HTTP API and the realtime connection like browsers.
 */
import { randomNumbers } from '../randomNumbers.ts';
import { crowdAccount, defaultSeed } from './accounts.ts';
import { AttendeeSignIn, type VisitedVenue } from './attendeeSignIn.ts';
import { CardLikes, cardsOf } from './cardLikes.ts';
import { Conversation } from './conversation.ts';
import { chatTopic, discussionTopic } from './topic.ts';
import { Visitor, type Tally } from './visitor.ts';

export interface CrowdOptions {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  /** The administrator key. Required if the venue requires a login: the crowd creates accounts. */
  readonly adminKey?: string | undefined;
  readonly attendees: number;
  /** The same seed gives the same attendees and movements. */
  readonly seed?: number;
  /** The number of concurrent sign-ins. */
  readonly atOnce?: number;
  /** Whether the attendees talk in the chats, discussions and walls of the venue. Guests do not. */
  readonly talks?: boolean;
  /** Whether the attendees send page views and events, of which the server makes figures. */
  readonly sendsHits?: boolean;
}

export class Crowd {
  readonly tally: Tally = {
    online: 0,
    events: 0,
    bytes: 0,
    commands: 0,
    errors: new Map(),
    responseTimesMs: [],
  };
  private readonly visitors: Visitor[] = [];
  private readonly conversations: Conversation[] = [];
  private stopped = false;

  /** Resolves when all attendees are connected. @throws if the first one cannot connect */
  async join(options: CrowdOptions): Promise<void> {
    const {
      url,
      adminKey,
      attendees,
      seed = defaultSeed,
      atOnce = 8,
      talks = false,
      sendsHits = false,
    } = options;
    const signIns = new AttendeeSignIn(url, adminKey);
    const requiresLogin = await signIns.requiresLogin();
    const enter = (index: number) => {
      if (!requiresLogin) return signIns.guest();
      const { email, person } = crowdAccount(index + 1, seed);
      return signIns.attendee(email, person);
    };
    const venue = await signIns.venue(await enter(0));
    const cards = cardsOf(venue.areas, randomNumbers(seed));
    let next = 0;
    const startVisitors = async () => {
      while (next < attendees && !this.stopped) {
        const index = next++;
        const visitor = new Visitor({
          signIns,
          url,
          enter: () => enter(index),
          venue,
          hasPresence: requiresLogin,
          sendsHits,
          random: randomNumbers(seed + index),
          likes: new CardLikes(cards, randomNumbers(seed * 104_729 + index)),
          tally: this.tally,
        });
        this.visitors.push(visitor);
        await visitor.start();
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, attendees) }, startVisitors));
    if (talks && requiresLogin) this.startConversations(venue, seed);
  }

  private startConversations({ chats, discussions }: VisitedVenue, seed: number): void {
    if (this.stopped) return;
    const inChats = chats.map((place) => ({
      topic: chatTopic(place),
      areaId: 'areaId' in place ? place.areaId : undefined,
    }));
    const inDiscussions = discussions.map(({ areaId, place }) => ({ topic: discussionTopic(place), areaId }));
    for (const [index, { topic, areaId }] of [...inChats, ...inDiscussions].entries()) {
      if (topic.dialogues.length === 0) continue;
      const speakers = () =>
        areaId === undefined
          ? this.visitors
          : this.visitors.filter(({ currentAreaId }) => currentAreaId === areaId);
      const random = randomNumbers(seed * 31 + index);
      const conversation = new Conversation({ topic, speakers, random });
      this.conversations.push(conversation);
      conversation.start();
    }
  }

  leave(): void {
    this.stopped = true;
    for (const conversation of this.conversations) conversation.stop();
    for (const visitor of this.visitors) visitor.leave();
  }
}
