/** HTTP request to a ticket vendor, with limits for the connection time, the total time and the response size; no redirects. */
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

/** Resolves for every status. Rejects with a `VendorError` without a response. `signal` aborts at the total timeout. */
export function sendRequest(
  request: VendorRequest,
  limits: { connectMs: number; signal: AbortSignal },
): Promise<VendorResponse> {
  const { method, url, headers, body } = request;
  return new Promise((resolve, reject) => {
    const fail = (message: string) => (cause: unknown) =>
      reject(new VendorError('temporary', limits.signal.aborted ? 'request timed out' : message, { cause }));
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
    limitConnectTime(sent, limits.connectMs);
    sent.once('error', fail('connection failed'));
    sent.once('response', (response) => {
      readText(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        fail('connection closed before the end of the response'),
      );
    });
    sent.end(body);
  });
}

function limitConnectTime(sent: ClientRequest, connectMs: number): void {
  const timer = setTimeout(() => sent.destroy(new Error(`no connection after ${connectMs} ms`)), connectMs);
  const stop = () => clearTimeout(timer);
  sent.once('socket', (socket) => {
    if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop);
    else stop();
  });
  sent.once('close', stop);
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error(`response exceeds ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
