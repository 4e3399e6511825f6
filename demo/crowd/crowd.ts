/** A crowd of simulated attendees against any Foyer server, over the calls and the connection that browsers use. */
import { crowdDomain, Door } from './door.ts';
import { madeUpPerson, randomFrom } from './names.ts';
import { Visitor, type Tally } from './visitor.ts';

export interface CrowdOptions {
  /** Where the server answers, without a slash at the end. */
  readonly url: string;
  /** Needed where the venue asks for a login: the crowd makes accounts for itself. */
  readonly adminKey?: string | undefined;
  readonly attendees: number;
  /** The same people walk the same ways for the same seed. */
  readonly seed?: number;
  /** How many come in at the same time. */
  readonly atOnce?: number;
}

export class Crowd {
  readonly tally: Tally = { online: 0, events: 0, bytes: 0, commands: 0, faults: new Map(), answers: [] };
  readonly #visitors: Visitor[] = [];
  #stopped = false;

  /** Resolves when all are in. @throws where the first of them cannot get in */
  async come({ url, adminKey, attendees, seed = 26, atOnce = 8 }: CrowdOptions): Promise<void> {
    const door = new Door(url, adminKey);
    const asksForLogin = await door.asksForLogin();
    const enter = (index: number) =>
      asksForLogin
        ? door.attendee(`crowd-${index + 1}@${crowdDomain}`, madeUpPerson(randomFrom(seed * 7_919 + index)))
        : door.guest();
    const areas = await door.areas(await enter(0));
    let next = 0;
    const usher = async () => {
      while (next < attendees && !this.#stopped) {
        const index = next++;
        const visitor = new Visitor({
          door,
          url,
          enter: () => enter(index),
          areas,
          hasPresence: asksForLogin,
          random: randomFrom(seed + index),
          tally: this.tally,
        });
        this.#visitors.push(visitor);
        await visitor.come();
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, attendees) }, usher));
  }

  leave(): void {
    this.#stopped = true;
    for (const visitor of this.#visitors) visitor.leave();
  }
}
