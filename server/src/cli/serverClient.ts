/** A running server as the command line calls it: over HTTP, with the administrator's key. */
import { randomUUID } from 'node:crypto';
import { errorAnswer, venueFaults, type ErrorAnswer, type VenueFault } from '@foyer/contract';
import { retry } from '#platform/retry';

export interface Destination {
  /** Where the server answers, without a slash at the end: `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly adminKey: string;
}

/** A call that the server refused, or that never reached it. The message is what a person reads. */
export class CallFailed extends Error {
  readonly answer: ErrorAnswer | undefined;

  constructor(message: string, answer?: ErrorAnswer, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallFailed';
    this.answer = answer;
  }

  /** The faults of a refused venue and how many there are; none for any other refusal. */
  get faults(): { faults: readonly VenueFault[]; total: number } {
    const parsed = venueFaults.safeParse(this.answer?.details);
    return parsed.success ? parsed.data : { faults: [], total: 0 };
  }
}

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/stage/api`. */
  readonly path: string;
  readonly body?: string | ReadableStream<Uint8Array> | undefined;
  readonly contentType?: string;
}

/** A connection that breaks is tried again so often; the key sees to it that nothing happens twice. */
const maxAttempts = 3;

export class ServerClient {
  readonly #to: Destination;

  constructor(to: Destination) {
    this.#to = to;
  }

  async get<T>(path: string): Promise<T> {
    return (await (await this.send({ method: 'GET', path })).json()) as T;
  }

  /** @param body JSON text, `{}` unless told */
  async post<T>(path: string, body = '{}'): Promise<T> {
    return (await (await this.send({ method: 'POST', path, body })).json()) as T;
  }

  /** @throws CallFailed */
  async send(sent: Sent): Promise<Response> {
    const key = randomUUID();
    // A stream is read once: only what can be sent again is tried again.
    const isRepeatable = typeof sent.body !== 'object';
    try {
      return await retry(() => this.#sendOnce(sent, key), {
        maxAttempts,
        delayAfter: (fault) => (isRepeatable && !(fault instanceof CallFailed) ? 0 : undefined),
      });
    } catch (fault) {
      if (fault instanceof CallFailed) throw fault;
      throw new CallFailed(
        `${this.#to.url} does not answer: ${causeOf(fault)}. Is it running there? PORT or FOYER_URL says where.`,
        undefined,
        { cause: fault },
      );
    }
  }

  async #sendOnce(sent: Sent, key: string): Promise<Response> {
    const response = await this.#fetch(sent, key);
    if (!response.ok) throw await failureOf(response, sent);
    return response;
  }

  #fetch({ method, path, body, contentType = 'application/json' }: Sent, key: string): Promise<Response> {
    return fetch(`${this.#to.url}/stage/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#to.adminKey}`,
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...(method === 'POST' ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body, duplex: 'half' as const }),
    });
  }
}

async function failureOf(response: Response, { method, path }: Sent): Promise<CallFailed> {
  const text = await response.text();
  const parsed = errorAnswer.safeParse(jsonOf(text));
  if (parsed.success)
    return new CallFailed(
      `${parsed.data.errMsg} (${response.status}, request ${parsed.data.requestId})`,
      parsed.data,
    );
  return new CallFailed(`${method} ${path} was answered with ${response.status}, and not by a Foyer server`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const causeOf = (fault: unknown): string => {
  const { cause, message } = fault as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};
