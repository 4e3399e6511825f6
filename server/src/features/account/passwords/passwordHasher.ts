/** argon2id, as many at a time as there are cores: the rest waits in line, and too long a line is refused. */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { once } from '#platform/once';
import { Refusal } from '#platform/refusal';
import { newSecret } from '#platform/secret';
import { QueueFull, Semaphore } from '#platform/semaphore';

/** Parameters of argon2id, which is what the library takes unless told. */
export type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;
/** `m=19456,t=2,p=1` */
const usualCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Typed on another keyboard a sign may come in another form. */
const bytesOf = (password: string): string => password.normalize('NFKC');

export interface Hasher {
  /** A new salt every time. Refuses with `unavailable` where too many wait. */
  hash(password: string): Promise<string>;
  /** Against no hash at all it costs the same, and is false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export class PasswordHasher implements Hasher {
  readonly #cores: Semaphore;
  readonly #cost: HashCost;
  /** The hash of a password that nobody knows. */
  readonly #nobodysHash = once(() => this.hash(newSecret()));

  /** Some ten seconds of work wait for each core unless told. */
  constructor({ waitingPerCore = 400, cost = usualCost } = {}) {
    const cores = availableParallelism();
    this.#cores = new Semaphore({ permits: cores, maxQueued: waitingPerCore * cores });
    this.#cost = cost;
  }

  hash(password: string): Promise<string> {
    return this.#limited(() => hash(bytesOf(password), this.#cost));
  }

  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const right = await this.#verifyAny(passwordHash ?? (await this.#nobodysHash()), password);
    return right && passwordHash !== undefined;
  }

  #verifyAny(passwordHash: string, password: string): Promise<boolean> {
    return this.#limited(() => verify(passwordHash, bytesOf(password)));
  }

  async #limited<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#cores.run(work);
    } catch (fault) {
      if (fault instanceof QueueFull)
        throw new Refusal('unavailable', 'Too many people sign in at this moment.', { retryAfter: 5 });
      throw fault;
    }
  }
}
