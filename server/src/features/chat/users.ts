/** Who people are to those who read them: looked up for many at once, and cached for a moment. */
import type { ChatPerson } from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import type { DescribePeople } from './ports.ts';

const cachedMs = 10_000;
const maxCachedPeople = 20_000;

export const isGuestId = (uid: string): boolean => uid.startsWith('anon-');

interface CachedPerson {
  readonly person: ChatPerson;
  /** There is such an account, and others may see it. */
  readonly isThere: boolean;
  readonly until: number;
}

export class ChatPeople {
  private readonly describe: DescribePeople;
  private readonly clock: Clock;
  private readonly cached = new BoundedMap<string, CachedPerson>(maxCachedPeople);

  constructor(parts: { readonly describe: DescribePeople; readonly clock: Clock }) {
    this.describe = parts.describe;
    this.clock = parts.clock;
  }

  /** One entry for each of them, whether or not there still is such a person. */
  async of(uids: Iterable<string>): Promise<ReadonlyMap<string, ChatPerson>> {
    const wanted = new Set(uids);
    await this.lookUp([...wanted]);
    return new Map([...wanted].map((uid) => [uid, this.personOf(uid)]));
  }

  async one(uid: string): Promise<ChatPerson> {
    if (!this.isFresh(uid)) await this.lookUp([uid]);
    return this.personOf(uid);
  }

  /** Those of them who have an account and may be seen. */
  async present(uids: readonly string[]): Promise<ReadonlySet<string>> {
    await this.lookUp(uids);
    return new Set(uids.filter((uid) => this.cached.get(uid)?.isThere === true));
  }

  /** An account says something else of a person now. */
  forget(uid: string): void {
    this.cached.delete(uid);
  }

  private personOf(uid: string): ChatPerson {
    if (isGuestId(uid)) return { uid, guest: true };
    return this.cached.get(uid)?.person ?? { uid };
  }

  private isFresh(uid: string): boolean {
    return isGuestId(uid) || (this.cached.get(uid)?.until ?? 0) > this.clock();
  }

  private async lookUp(uids: readonly string[]): Promise<void> {
    const unknown = uids.filter((uid) => !this.isFresh(uid));
    if (unknown.length === 0) return;
    const found = await this.describe(unknown);
    const until = this.clock() + cachedMs;
    for (const uid of unknown) {
      const details = found.get(uid);
      const person: ChatPerson = {
        uid,
        ...(details?.name ? { name: details.name } : {}),
        ...(details?.host === true ? { host: true as const } : {}),
        ...(details?.picture === undefined ? {} : { picture: details.picture }),
      };
      this.cached.set(uid, { person, isThere: details !== undefined, until });
    }
  }
}
