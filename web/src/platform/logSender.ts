/** Sends messages of the frontend log to the server (CALL-05). Downloaded with the first one. */
import { captureMessage } from '@foyer/contract';
import { logDetailsLength, logMessageLength } from '@foyer/contract/limits';
import { ApiError } from './api/apiError.ts';
import { call } from './api/client.ts';
import { currentClientDetails } from './clientDetails.ts';
import type { LogEntry } from './logEntry.ts';

/** Rate limit of this page: a burst, then one per interval. Looser than the server's, which counts what exceeds its own. */
export const sendBurst = 30;
export const sendRefillMs = 500;
/** Bounds the time that a longer text takes. */
const readLength = 4 * logDetailsLength;

/** A URL, or another word. */
const word = /[^\s'"<>()]+/g;
const parameter = /[?&#][\w.~%-]+=[^\s'"<>()]*/g;
const token = /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?|(\bBearer )\S+/g;

/** Queries and hashes carry tickets, and where the user was. */
function removeQuery(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  return path.includes('/') ? path : url;
}

/** The text without queries and hashes of URLs, tokens and NUL characters. */
export const removeSecrets = (text: string): string =>
  text
    .slice(0, readLength)
    .replaceAll('\0', '\ufffd')
    .replaceAll(token, '$1[token]')
    .replaceAll(word, removeQuery)
    .replaceAll(parameter, '');

/** Name, message and stack of an error, of a failed call also its status and request, and the errors that caused it. */
export function describeCause(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return String(cause);
  const { name, message, stack = '' } = cause;
  const title = `${name}: ${message}`;
  const lines = [title];
  if (cause instanceof ApiError)
    lines.push(
      `code ${cause.code}, status ${cause.status}${cause.requestId === undefined ? '' : `, request ${cause.requestId}`}`,
    );
  // In Chrome the stack begins with name and message.
  const frames = stack.startsWith(title) ? stack.slice(title.length).replace(/^\n/, '') : stack;
  if (frames !== '') lines.push(frames);
  if (cause.cause !== undefined && depth < 3)
    lines.push(`Caused by ${describeCause(cause.cause, depth + 1)}`);
  return lines.join('\n');
}

/** Keeps a page that logs without end from sending as many requests. */
class RateLimit {
  private tokens = sendBurst;
  private filledAt: number;

  constructor(now: number) {
    this.filledAt = now;
  }

  take(now: number): boolean {
    const filled = Math.floor((now - this.filledAt) / sendRefillMs);
    this.tokens = Math.min(sendBurst, this.tokens + filled);
    this.filledAt += filled * sendRefillMs;
    if (this.tokens === 0) return false;
    this.tokens -= 1;
    return true;
  }
}

export class LogSender {
  private readonly clock: () => number;
  private readonly limit: RateLimit;

  /** @param clock in milliseconds, for durations */
  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
    this.limit = new RateLimit(clock());
  }

  /**
   * Sends a message. The server merges and counts equal ones (ERROR-10).
   * @param authToken of the user to whom it happened
   * @throws ApiError if the server does not accept it, Error if there are too many
   */
  async send({ level, category, message, cause }: LogEntry, authToken: string): Promise<void> {
    if (!this.limit.take(this.clock())) throw new Error('too many messages');
    const text = removeSecrets(message).slice(0, logMessageLength);
    const details =
      cause === undefined ? undefined : removeSecrets(describeCause(cause)).slice(0, logDetailsLength);
    await call(captureMessage, {
      body: {
        messageDetails: { message: text, ...(details && { details }) },
        clientDetails: currentClientDetails(),
        loglevel: level,
        logCategory: category,
        messageOrigin: 'UI',
      },
      // Without the session's code, which would renew an expired token, and log that it has failed.
      as: authToken,
      retry: false,
      report: 'console',
      waitPlace: 'nowhere',
      keepsSession: true,
    });
  }
}

const sender = new LogSender();

export const sendEntry = (entry: LogEntry, authToken: string): Promise<void> => sender.send(entry, authToken);
