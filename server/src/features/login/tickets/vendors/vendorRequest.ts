/** One request to an event platform: a limit on the connection, on the whole, on the answer's size; no redirects. */
import {
  request as plainRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { VendorError } from './vendorError.ts';

export interface VendorRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface VendorResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const maxResponseBytes = 4 * 1024 * 1024;

/** Throws a `VendorError` where there is no answer; any status is one. `signal` has the limit on the whole. */
export function sendRequest(
  request: VendorRequest,
  limits: { connectMs: number; signal: AbortSignal },
): Promise<VendorResponse> {
  const { method, url, headers, body } = request;
  return new Promise((resolve, reject) => {
    const fail = (message: string) => (cause: unknown) =>
      reject(new VendorError('temporary', limits.signal.aborted ? 'took too long' : message, { cause }));
    const send = url.startsWith('https:') ? secureRequest : plainRequest;
    const sent = send(url, {
      method,
      signal: limits.signal,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
    });
    limitConnecting(sent, limits.connectMs);
    sent.once('error', fail('cannot be reached'));
    sent.once('response', (answer) => {
      readText(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        fail('broke off'),
      );
    });
    sent.end(body);
  });
}

function limitConnecting(sent: ClientRequest, connectMs: number): void {
  const timer = setTimeout(() => sent.destroy(new Error(`no connection after ${connectMs} ms`)), connectMs);
  const stop = () => clearTimeout(timer);
  sent.once('socket', (socket) => {
    if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop);
    else stop();
  });
  sent.once('close', stop);
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error(`answered more than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
