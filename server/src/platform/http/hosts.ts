/**
 * The hosts under which this server answers: the one of PUBLIC_URL, the names of this machine, and IP addresses. Without
 * this check another site could point its own name at this server, and its pages would count as pages of this origin (DNS
 * rebinding).
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '#platform/apiError';

/** A Host header: a name, or an IPv6 address in brackets, and a port. */
const hostPattern = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d{1,5})?$/i;

const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** Why a request is not answered because of its Host header; undefined if it is. */
export type HostCheck = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) => ApiError | undefined;

export function createHostCheck(publicUrl: string): HostCheck {
  const publicName = new URL(publicUrl).hostname;
  return ({ headers: { host }, rawHeaders }) => {
    if (countHosts(rawHeaders) > 1)
      return new ApiError('invalidInput', 'The request has more than one Host header.');
    // Only HTTP/1.0 allows a request without one; browsers always send it.
    if (host === undefined) return undefined;
    const name = hostPattern.exec(host)?.[1]?.toLowerCase();
    if (name === undefined) return new ApiError('invalidInput', 'The Host header is not a host.');
    if (name === publicName || isLoopbackName(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0)
      return undefined;
    return new ApiError(
      'unknownHost',
      `This server is not set up for the host ${name}. If this is its address, set PUBLIC_URL to it.`,
    );
  };
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  return count;
}
