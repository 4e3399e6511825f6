/**
 * Dispatches the commands of clients: validates the input, runs the handler of the feature and sends the result with
 * the command's id.
 */
import {
  commandMessage,
  type Command,
  type CommandMessage,
  type InputOf,
  type ResultOf,
} from '@foyer/contract';
import { commandRefillMs } from '@foyer/contract/limits';
import type { MonotonicClock } from '#platform/clock';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { translateError } from '#platform/http/translate';
import { validateInput } from '#platform/http/validate';
import { TokenBucket, type RateLimit } from '#platform/realtime/rateLimit';
import type { Connection } from '#platform/realtime/connection';
import { textFrame } from '#platform/realtime/frames';
import type { Log } from '#platform/log/log';
import { ApiError } from '#platform/apiError';
import type { StorageOutages } from '#platform/storageOutage';

export interface CommandHandler<C extends Command = Command> {
  readonly command: C;
  /** Throws an `ApiError` to reject the command. */
  handle(connection: Connection, input: InputOf<C>): Promise<ResultOf<C> | void> | ResultOf<C> | void;
}
export type AnyCommandHandler = CommandHandler;

/** Declares a handler with inferred types, and returns it without them, for lists. */
export const onCommand = <C extends Command>(
  command: C,
  handle: CommandHandler<C>['handle'],
): AnyCommandHandler => ({ command, handle });

/**
 * Rejections by the rate limit that a connection may get: 200 at once, then 20 per second. Beyond that it is closed.
 */
const rejectionLimit: RateLimit = { burst: 200, everyMs: 50 };

export interface CommandsDeps {
  readonly handlers: readonly AnyCommandHandler[];
  readonly log: Log;
  readonly nextId: () => string;
  readonly monotonicClock: MonotonicClock;
  readonly outages: Pick<StorageOutages, 'report'>;
}

export class Commands {
  private readonly deps: CommandsDeps;
  private readonly handlers: ReadonlyMap<string, AnyCommandHandler>;
  private readonly running: BackgroundTasks;
  /** Buckets of the connections that have exceeded the rate limit. */
  private readonly rejections = new WeakMap<Connection, TokenBucket>();

  constructor(deps: CommandsDeps) {
    this.deps = deps;
    this.running = new BackgroundTasks(deps.log);
    this.handlers = new Map(deps.handlers.map((handler) => [handler.command.name, handler]));
    if (this.handlers.size < deps.handlers.length) throw new Error('Two handlers for the same command');
  }

  /** Resolves when no command is running, or after `limitMs`. */
  settle(limitMs: number): Promise<void> {
    return this.running.settle(limitMs);
  }

  /** Handles a message of a client. Never rejects. */
  async handleMessage(connection: Connection, text: string): Promise<void> {
    const message = parseMessage(text);
    if (message === undefined) {
      connection.close('badMessage');
      return;
    }
    const { id } = message;
    try {
      this.enforceRateLimit(connection);
      const result = await this.run(connection, message);
      connection.send(textFrame(JSON.stringify({ id, ...(result === undefined ? {} : { result }) })));
    } catch (error) {
      const { status, response, unexpected } = translateError(error, this.deps.nextId());
      const { requestId, code } = response;
      const line = { requestId, command: message.command, mode: connection.mode, status, code };
      if (unexpected) this.deps.log.error({ ...line, err: error }, 'command failed');
      else this.deps.log.info(line, 'command rejected');
      this.deps.outages.report(error);
      connection.send(textFrame(JSON.stringify({ id, error: response })));
    }
  }

  private run(connection: Connection, { command: name, input = {} }: CommandMessage): unknown {
    const handler = this.handlers.get(name);
    if (handler === undefined) throw new ApiError('notFound', 'Unknown command.');
    const result = handler.handle(connection, validateInput(handler.command.input, input, 'field'));
    return result instanceof Promise ? this.running.track(result) : result;
  }

  private enforceRateLimit(connection: Connection): void {
    const now = this.deps.monotonicClock();
    if (connection.commandBucket.take(now)) return;
    let rejectionBucket = this.rejections.get(connection);
    if (rejectionBucket === undefined)
      this.rejections.set(connection, (rejectionBucket = new TokenBucket(rejectionLimit, now)));
    if (!rejectionBucket.take(now)) connection.close('rateLimitExceeded');
    const perSecond = 1_000 / commandRefillMs;
    throw new ApiError('tooManyRequests', `Rate limit exceeded: at most ${perSecond} commands per second.`, {
      retryAfter: 1,
    });
  }
}

function parseMessage(text: string): CommandMessage | undefined {
  try {
    const parsed = commandMessage.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
