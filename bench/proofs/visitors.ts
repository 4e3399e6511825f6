/** Simulated attendees in this process, one connection each. */
import { inflateRawSync } from 'node:zlib';
import {
  createRealtimeTicket,
  realtimePath,
  realtimeProtocol,
  ticketProtocol,
  type EventMessage,
  type ReplyMessage,
} from '@foyer/contract';
import { RawClient } from '../realtime/rawClient.ts';

export interface Visitor {
  readonly token: string;
  readonly client: RawClient;
  /** Called with the events of this connection. */
  onEvent: (message: EventMessage) => void;
  /** Called with the replies to its commands. */
  onReply: (message: ReplyMessage) => void;
}

/** The number of concurrent sign-ins. */
const concurrentSignIns = 50;

/** The content of a message; binary messages are compressed. */
export const decodeMessage = (payload: Buffer, isBinary: boolean): EventMessage | ReplyMessage =>
  JSON.parse((isBinary ? inflateRawSync(payload) : payload).toString()) as EventMessage | ReplyMessage;

interface Post {
  readonly token?: string;
  readonly body?: object;
}

async function post<T>(url: string, path: string, { token, body }: Post = {}): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      origin: url,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} returns ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const signInAsGuest = (url: string): Promise<{ idToken: string }> => post(url, '/session/guest');

/** The ID token of a user who signs in with a password. */
export const signIn = async (url: string, email: string, password: string): Promise<string> =>
  (await post<{ idToken: string }>(url, '/session/sign-in', { body: { email, password } })).idToken;

export interface ConnectOptions {
  readonly onClose?: () => void;
  /** The URL of a proxy between this attendee and the server. */
  readonly proxyUrl?: string | undefined;
}

/** Opens a connection with an ID token. */
export async function connect(
  url: string,
  token: string,
  { onClose, proxyUrl = url }: ConnectOptions = {},
): Promise<Visitor> {
  const { ticket } = await post<{ ticket: string }>(url, createRealtimeTicket.path, { token });
  const visitor: Visitor = {
    token,
    onEvent: () => undefined,
    onReply: () => undefined,
    client: new RawClient({
      port: Number(new URL(proxyUrl).port),
      path: `/api${realtimePath}`,
      origin: url,
      protocols: [realtimeProtocol, ticketProtocol(ticket)],
      onMessage: (payload, isBinary) => {
        const message = decodeMessage(payload, isBinary);
        if ('id' in message) visitor.onReply(message);
        else visitor.onEvent(message);
      },
      ...(onClose && { onClose }),
    }),
  };
  await visitor.client.opened;
  return visitor;
}

/** Connects a number of guests. */
export async function enterAsGuests(url: string, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  const one = async (): Promise<void> => {
    while (visitors.length + connecting < count) {
      connecting += 1;
      const visitor = await connect(url, (await signInAsGuest(url)).idToken);
      connecting -= 1;
      visitors.push(visitor);
    }
  };
  let connecting = 0;
  await Promise.all(Array.from({ length: Math.min(concurrentSignIns, count) }, one));
  return visitors;
}
