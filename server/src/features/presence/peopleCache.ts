/** The people who are connected to this node: who they are and what they have chosen, looked up for many at once. */
import { setImmediate as turn } from 'node:timers/promises';
import { unchosen, type Choice, type Details } from './entry.ts';
import type { DescribePeople } from './ports.ts';
import type { PresenceStore } from './store.ts';
import type { Stamps } from './logicalClock.ts';
import type { Log } from '#platform/log/log';

export interface KnownPerson {
  readonly details: Details;
  readonly choice: Choice;
}

export interface KnownPeopleParts {
  readonly describe: DescribePeople;
  readonly store: Pick<PresenceStore, 'choices'>;
  readonly stamps: Stamps;
  readonly log: Pick<Log, 'warn'>;
  /** What is known of a person has changed. */
  readonly changed: (uid: string) => void;
}

interface Card {
  /** Connections of theirs, those whose end is not certain yet among them. */
  connections: number;
  /** Undefined until it was looked up, and for whoever may not be here any more. */
  details: Details | undefined;
  choice: Choice;
}

/** So many are looked up by one query. */
const lookedUpAtOnce = 500;

export class KnownPeople {
  private readonly parts: KnownPeopleParts;
  private readonly cards = new Map<string, Card>();
  private readonly unknown = new Set<string>();
  private looking = false;

  constructor(parts: KnownPeopleParts) {
    this.parts = parts;
  }

  of(uid: string): KnownPerson | undefined {
    const card = this.cards.get(uid);
    return card?.details === undefined ? undefined : { details: card.details, choice: card.choice };
  }

  arrive(uid: string): void {
    const card = this.cards.get(uid);
    if (card !== undefined) {
      card.connections += 1;
      return;
    }
    this.cards.set(uid, { connections: 1, details: undefined, choice: unchosen });
    this.refresh(uid);
  }

  leave(uid: string): void {
    const card = this.cards.get(uid);
    if (card === undefined) return;
    card.connections -= 1;
    if (card.connections === 0) this.cards.delete(uid);
  }

  /** Looks a person up anew, if they are here. */
  refresh(uid: string): void {
    if (!this.cards.has(uid)) return;
    this.unknown.add(uid);
    this.look();
  }

  refreshAll(): void {
    for (const uid of this.cards.keys()) this.unknown.add(uid);
    this.look();
  }

  /** Takes what was chosen, here or on another node, if nothing later is known. */
  learn(uid: string, choice: Choice): void {
    this.parts.stamps.see(choice.chosenAt);
    const card = this.cards.get(uid);
    if (card === undefined || card.choice.chosenAt >= choice.chosenAt) return;
    card.choice = choice;
    this.parts.changed(uid);
  }

  /** Goes on where a look-up has failed. Called now and then. */
  look(): void {
    if (this.looking || this.unknown.size === 0) return;
    this.looking = true;
    void this.lookUpAll();
  }

  private async lookUpAll(): Promise<void> {
    // Those who come in the same moment are looked up together.
    await turn();
    let batch: string[] = [];
    try {
      while (this.unknown.size > 0) {
        batch = [...this.unknown].slice(0, lookedUpAtOnce);
        for (const uid of batch) this.unknown.delete(uid);
        await this.lookUp(batch);
      }
    } catch (fault) {
      for (const uid of batch) this.unknown.add(uid);
      this.parts.log.warn({ err: fault }, 'who has come could not be looked up');
    } finally {
      this.looking = false;
    }
  }

  private async lookUp(uids: readonly string[]): Promise<void> {
    const { describe, store, changed } = this.parts;
    const [people, choices] = await Promise.all([describe(uids), store.choices(uids)]);
    for (const uid of uids) {
      const card = this.cards.get(uid);
      if (card === undefined) continue;
      card.details = people.get(uid);
      const chosen = choices.get(uid);
      if (chosen) this.learn(uid, chosen);
      changed(uid);
    }
  }
}
