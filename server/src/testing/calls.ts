/** Types of requests to a test server and of its responses. */
import type {
  ResponseOf,
  BodyOf,
  Endpoint,
  ErrorResponse,
  OperatingMode,
  ParamsOf,
  QueryOf,
} from '@foyer/contract';

/** Users that every test can use. They are created on first use. */
export type TestUserName = 'attendee' | 'host' | 'designer' | 'administrator';

/** The caller of a request. 'admin' is the administrator key; users with accounts are created on first use. */
export type Caller = 'admin' | 'anonymous' | 'stage' | 'guest' | TestUserName | { readonly token: string };

export interface CallOptions {
  /** Default 'admin', because most requests of tests prepare data. */
  readonly as?: Caller;
  /** Default LIVE. */
  readonly mode?: OperatingMode;
  readonly headers?: Readonly<Record<string, string>>;
}

type Part<K extends string, V> = unknown extends V
  ? { [key in K]?: V }
  : V extends undefined
    ? object
    : { [key in K]: V };
/** The input of an endpoint. `text` and `raw` bodies are passed as a string or bytes. */
export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  (E['body'] extends 'raw' | 'text' ? { body: string | Uint8Array<ArrayBuffer> } : { body?: BodyOf<E> });

/** A response with its body. */
export interface CallResponse<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the request failed; see `error`. */
  readonly body: ResponseOf<E>;
  readonly error: ErrorResponse | undefined;
  readonly bytes: Uint8Array;
}

/** The part of the harness that other helpers need. */
export interface Calls {
  /** Milliseconds since 1970, by the clock of the test. */
  readonly now: number;
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<CallResponse<E>>;
  must<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<ResponseOf<E>>;
}
