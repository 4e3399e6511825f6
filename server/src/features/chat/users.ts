/** Names and pictures of users, looked up in batches and cached for ten seconds. */
import type { ChatUser } from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import type { DescribeUsers } from './ports.ts';

const cachedMs = 10_000;
const maxCachedUsers = 20_000;

export const isGuestId = (uid: string): boolean => uid.startsWith('anon-');

interface CachedUser {
  readonly user: ChatUser;
  /** The account exists, and others may see it. */
  readonly isVisible: boolean;
  readonly until: number;
}

export class ChatUsers {
  private readonly describe: DescribeUsers;
  private readonly clock: Clock;
  private readonly cached = new BoundedMap<string, CachedUser>(maxCachedUsers);

  constructor(deps: { readonly describe: DescribeUsers; readonly clock: Clock }) {
    this.describe = deps.describe;
    this.clock = deps.clock;
  }

  /** Returns an entry for each id, also for accounts that no longer exist. */
  async getMany(uids: Iterable<string>): Promise<ReadonlyMap<string, ChatUser>> {
    const wanted = new Set(uids);
    await this.refresh([...wanted]);
    return new Map([...wanted].map((uid) => [uid, this.toUser(uid)]));
  }

  async get(uid: string): Promise<ChatUser> {
    if (!this.isFresh(uid)) await this.refresh([uid]);
    return this.toUser(uid);
  }

  /** Returns those ids whose account exists and may be seen by others. */
  async findVisible(uids: readonly string[]): Promise<ReadonlySet<string>> {
    await this.refresh(uids);
    return new Set(uids.filter((uid) => this.cached.get(uid)?.isVisible === true));
  }

  /** Called when an account has changed. */
  invalidate(uid: string): void {
    this.cached.delete(uid);
  }

  private toUser(uid: string): ChatUser {
    if (isGuestId(uid)) return { uid, guest: true };
    return this.cached.get(uid)?.user ?? { uid };
  }

  private isFresh(uid: string): boolean {
    return isGuestId(uid) || (this.cached.get(uid)?.until ?? 0) > this.clock();
  }

  private async refresh(uids: readonly string[]): Promise<void> {
    const stale = uids.filter((uid) => !this.isFresh(uid));
    if (stale.length === 0) return;
    const found = await this.describe(stale);
    const until = this.clock() + cachedMs;
    for (const uid of stale) {
      const details = found.get(uid);
      const user: ChatUser = {
        uid,
        ...(details?.name ? { name: details.name } : {}),
        ...(details?.host === true ? { host: true as const } : {}),
        ...(details?.picture === undefined ? {} : { picture: details.picture }),
      };
      this.cached.set(uid, { user, isVisible: details !== undefined, until });
    }
  }
}
