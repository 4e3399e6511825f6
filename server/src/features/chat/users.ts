/** Names and pictures of users, looked up in batches and cached for ten seconds. */
import type { ChatUser } from '@foyer/contract';
import type { MonotonicClock } from '#platform/clock';
import { ExpiringMap } from '#platform/expiringMap';
import type { DescribeUsers } from './ports.ts';

const cachedMs = 10_000;
const maxCachedUsers = 20_000;

export const isGuestId = (uid: string): boolean => uid.startsWith('anon-');

interface CachedUser {
  readonly user: ChatUser;
  /** The account exists, and others may see it. */
  readonly isVisible: boolean;
}

export class ChatUsers {
  private readonly describe: DescribeUsers;
  private readonly monotonicClock: MonotonicClock;
  private readonly cached: ExpiringMap<string, CachedUser>;

  constructor(deps: { readonly describe: DescribeUsers; readonly monotonicClock: MonotonicClock }) {
    this.describe = deps.describe;
    this.monotonicClock = deps.monotonicClock;
    this.cached = new ExpiringMap(maxCachedUsers, deps.monotonicClock);
  }

  /** Returns an entry for each id, also for accounts that no longer exist. */
  async getMany(uids: Iterable<string>): Promise<ReadonlyMap<string, ChatUser>> {
    const uniqueIds = new Set(uids);
    const found = await this.load([...uniqueIds]);
    return new Map([...uniqueIds].map((uid) => [uid, toUser(uid, found.get(uid))]));
  }

  async get(uid: string): Promise<ChatUser> {
    return toUser(uid, (await this.load([uid])).get(uid));
  }

  /** Returns those ids whose account exists and may be seen by others. */
  async findVisible(uids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.load(uids);
    return new Set(uids.filter((uid) => found.get(uid)?.isVisible === true));
  }

  /** Called when an account has changed. */
  invalidate(uid: string): void {
    this.cached.delete(uid);
  }

  /** Returns an entry for each id except those of guests. */
  private async load(uids: readonly string[]): Promise<ReadonlyMap<string, CachedUser>> {
    const loaded = new Map<string, CachedUser>();
    const missing: string[] = [];
    for (const uid of uids) {
      const cached = this.cached.get(uid);
      if (cached !== undefined) loaded.set(uid, cached);
      else if (!isGuestId(uid)) missing.push(uid);
    }
    if (missing.length === 0) return loaded;
    const described = await this.describe(missing);
    const expiresAt = this.monotonicClock() + cachedMs;
    for (const uid of missing) {
      const details = described.get(uid);
      const user: ChatUser = {
        uid,
        ...(details?.name ? { name: details.name } : {}),
        ...(details?.host === true ? { host: true as const } : {}),
        ...(details?.picture === undefined ? {} : { picture: details.picture }),
      };
      const entry = { user, isVisible: details !== undefined };
      this.cached.set(uid, entry, expiresAt);
      loaded.set(uid, entry);
    }
    return loaded;
  }
}

const toUser = (uid: string, found: CachedUser | undefined): ChatUser =>
  isGuestId(uid) ? { uid, guest: true } : (found?.user ?? { uid });
