/**
 * The hosts under which this server answers: the one of PUBLIC_URL, the names of this machine, and IP addresses. Without
 * this check another site could point its own name at this server, and its pages would count as pages of this origin (DNS
 * rebinding).
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '#platform/apiError';
import type { Config } from '#platform/config/config';
import { isLoopbackHost } from '#platform/config/reachability';

/** A Host header: a name, or an IPv6 address in brackets, and a port. */
const hostPattern = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i;

/** Headers that proxies add to requests of other machines. */
const forwardingHeader =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Why a request is not answered because of its Host header, or because it is for a demo; undefined if it is. */
export type HostCheck = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) => ApiError | undefined;

/** A server that catches mails is a demo with public passwords: it answers only this machine. */
export function createHostCheck({ publicUrl, mail }: Pick<Config, 'publicUrl' | 'mail'>): HostCheck {
  const publicName = new URL(publicUrl).hostname;
  const isDemo = mail?.kind === 'catch';
  return ({ headers, rawHeaders }) => {
    const { host } = headers;
    if (countHosts(rawHeaders) > 1)
      return new ApiError('invalidInput', 'The request has more than one Host header.');
    if (isDemo && Object.keys(headers).some((name) => forwardingHeader.test(name))) return demoError();
    // Only HTTP/1.0 allows a request without one; browsers always send it.
    if (host === undefined) return undefined;
    const name = hostPattern.exec(host)?.[1]?.toLowerCase();
    if (name === undefined) return new ApiError('invalidInput', 'The Host header is not a host.');
    if (name === publicName || isLoopbackHost(name)) return undefined;
    if (isDemo) return demoError();
    if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return undefined;
    return new ApiError(
      'unknownHost',
      `This server is not set up for the host ${name}. If this is its address, set PUBLIC_URL to it.`,
    );
  };
}

const demoError = (): ApiError =>
  new ApiError(
    'unknownHost',
    'This demo has public passwords, so it answers only the machine that it runs on. To open a venue to others, set PUBLIC_URL to its address and DATA_DIR to a new folder.',
  );

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  return count;
}
