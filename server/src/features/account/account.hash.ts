/** argon2id, as many at a time as there are cores: the rest waits in line, and too long a line is refused. */
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { Refusal } from '#platform/refusal';
import { newSecret } from '#platform/secret';

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
  readonly #cores = availableParallelism();
  readonly #waiting: (() => void)[] = [];
  readonly #waitingMax: number;
  readonly #cost: HashCost;
  #running = 0;
  #nobody: Promise<string> | undefined;

  /** Some ten seconds of work wait for each core unless told. */
  constructor({ waitingPerCore = 400, cost = usualCost } = {}) {
    this.#waitingMax = waitingPerCore * this.#cores;
    this.#cost = cost;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(bytesOf(password), this.#cost));
  }

  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const right = await this.#verifyAny(passwordHash ?? (await this.#nobodysHash()), password);
    return right && passwordHash !== undefined;
  }

  #verifyAny(passwordHash: string, password: string): Promise<boolean> {
    return this.#inTurn(() => verify(passwordHash, bytesOf(password)));
  }

  /** Of a password that nobody knows. */
  #nobodysHash(): Promise<string> {
    this.#nobody ??= this.hash(newSecret()).catch((fault: unknown) => {
      this.#nobody = undefined;
      throw fault;
    });
    return this.#nobody;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#cores) {
      if (this.#waiting.length >= this.#waitingMax)
        throw new Refusal('unavailable', 'Too many people sign in at this moment.', { retryAfter: 5 });
      // Whoever ends hands its place on, so that nobody who comes later takes it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
