/** An HTTP client for a running server, with the administrator key. */
import { randomUUID } from 'node:crypto';
import { errorResponse, venueErrors, type ErrorResponse, type VenueError } from '@foyer/contract';
import { retry } from '#platform/concurrency/retry';

export interface Destination {
  /** The URL of the server without a trailing slash: `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly adminKey: string;
}

/** A request failed, or the server could not be reached. The message is printed to the operator. */
export class RequestError extends Error {
  readonly response: ErrorResponse | undefined;

  constructor(message: string, response?: ErrorResponse, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RequestError';
    this.response = response;
  }

  /** The errors of a rejected venue and their total number; empty for any other error. */
  get errors(): { errors: readonly VenueError[]; total: number } {
    const parsed = venueErrors.safeParse(this.response?.details);
    return parsed.success ? parsed.data : { errors: [], total: 0 };
  }
}

export interface ServerRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/stage/api`. */
  readonly path: string;
  readonly body?: string | ReadableStream<Uint8Array> | undefined;
  readonly contentType?: string;
}

/** Attempts after a lost connection. The Idempotency-Key prevents that a request takes effect twice. */
const maxAttempts = 3;

export class ServerClient {
  private readonly to: Destination;

  constructor(to: Destination) {
    this.to = to;
  }

  async get<T>(path: string): Promise<T> {
    return (await (await this.send({ method: 'GET', path })).json()) as T;
  }

  /** @param body JSON text, default `{}` */
  async post<T>(path: string, body = '{}'): Promise<T> {
    return (await (await this.send({ method: 'POST', path, body })).json()) as T;
  }

  /** @throws RequestError */
  async send(request: ServerRequest): Promise<Response> {
    const key = randomUUID();
    // A stream can be read only once: requests with a stream are not retried.
    const isRepeatable = typeof request.body !== 'object';
    try {
      return await retry(() => this.sendOnce(request, key), {
        maxAttempts,
        delayAfter: (error) => (isRepeatable && !(error instanceof RequestError) ? 0 : undefined),
      });
    } catch (error) {
      if (error instanceof RequestError) throw error;
      throw new RequestError(
        `${this.to.url} does not respond: ${causeOf(error)}. Check that the server is running, and set PORT or FOYER_URL to its URL.`,
        undefined,
        { cause: error },
      );
    }
  }

  private async sendOnce(request: ServerRequest, key: string): Promise<Response> {
    const response = await this.fetch(request, key);
    if (!response.ok) throw await failureOf(response, request);
    return response;
  }

  private fetch(
    { method, path, body, contentType = 'application/json' }: ServerRequest,
    key: string,
  ): Promise<Response> {
    return fetch(`${this.to.url}/stage/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.to.adminKey}`,
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...(method === 'POST' ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { body, duplex: 'half' as const }),
    });
  }
}

async function failureOf(response: Response, { method, path }: ServerRequest): Promise<RequestError> {
  const text = await response.text();
  const parsed = errorResponse.safeParse(jsonOf(text));
  if (parsed.success)
    return new RequestError(
      `${parsed.data.errMsg} (${response.status}, request ${parsed.data.requestId})`,
      parsed.data,
    );
  return new RequestError(
    `${method} ${path} failed with status ${response.status}; the response is not from a Foyer server`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
};
