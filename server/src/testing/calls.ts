/** What a test server is called with, and what it answers. */
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  ErrorAnswer,
  OperatingMode,
  ParamsOf,
  QueryOf,
} from '@foyer/contract';

/** People who are there in every test, made when one asks for them. */
export type CastName = 'attendee' | 'host' | 'designer' | 'administrator';

/** 'admin' is the administrator's key; people, who have accounts, are made when they are first asked for. */
export type As = 'admin' | 'nobody' | 'stage' | 'guest' | CastName | { readonly token: string };

export interface CallOptions {
  /** 'admin' unless told: most calls of tests prepare something. */
  readonly as?: As;
  /** LIVE unless told. */
  readonly mode?: OperatingMode;
  readonly headers?: Readonly<Record<string, string>>;
}

type Part<K extends string, V> = unknown extends V
  ? { [key in K]?: V }
  : V extends undefined
    ? object
    : { [key in K]: V };
/** What an endpoint takes. Bodies that are `text` or `raw` are given as text or bytes. */
export type Input<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  (E['body'] extends 'raw' | 'text' ? { body: string | Uint8Array<ArrayBuffer> } : { body?: BodyOf<E> });

/** An answer as it came, with its body read. */
export interface Answered<E extends Endpoint> {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the call was refused; see `fault`. */
  readonly body: AnswerOf<E>;
  readonly fault: ErrorAnswer | undefined;
  readonly bytes: Uint8Array;
}

/** As much of the harness as its parts need. */
export interface Calls {
  /** Milliseconds since 1970, by the clock of the test. */
  readonly now: number;
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Answered<E>>;
  must<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<AnswerOf<E>>;
}
