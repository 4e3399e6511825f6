/** Hashes passwords with argon2id, one hash per core at a time. Further calls queue; a full queue rejects them. */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { once } from '#platform/concurrency/once';
import { ApiError } from '#platform/apiError';
import { createSecret } from '#platform/secret';
import { QueueFull, Semaphore } from '#platform/concurrency/semaphore';

/** Parameters of argon2id, the library's default algorithm. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;
/** `m=19456,t=2,p=1` */
const defaultCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Keyboards send the same character in different Unicode forms; NFKC makes them equal. */
const normalize = (password: string): string => password.normalize('NFKC');

export interface Hasher {
  /** Uses a new salt for each hash. Throws `unavailable` if the queue is full. */
  hash(password: string): Promise<string>;
  /** Without a hash it takes the same time and returns false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export class PasswordHasher implements Hasher {
  private readonly cores: Semaphore;
  private readonly cost: HashCost;
  /** The hash of a random password, to compare with if an account has none. */
  private readonly dummyHash = once(() => this.hash(createSecret()));

  /** By default about ten seconds of work can queue per core. */
  constructor({ waitingPerCore = 400, cost = defaultCost } = {}) {
    const cores = availableParallelism();
    this.cores = new Semaphore({ permits: cores, maxQueued: waitingPerCore * cores });
    this.cost = cost;
  }

  hash(password: string): Promise<string> {
    return this.limited(() => hash(normalize(password), this.cost));
  }

  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.verifyAny(passwordHash ?? (await this.dummyHash()), password);
    return matches && passwordHash !== undefined;
  }

  private verifyAny(passwordHash: string, password: string): Promise<boolean> {
    return this.limited(() => verify(passwordHash, normalize(password)));
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.cores.run(work);
    } catch (error) {
      if (error instanceof QueueFull)
        throw new ApiError('unavailable', 'Too many users are signing in. Try again in 5 seconds.', {
          retryAfter: 5,
        });
      throw error;
    }
  }
}
