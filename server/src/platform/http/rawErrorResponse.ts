/** An error response as raw HTTP text, for sockets without a response object. */
import { STATUS_CODES } from 'node:http';
import { errorCodes, type ErrorCode } from '@foyer/contract';

export function rawErrorResponse(code: ErrorCode, errMsg: string, requestId = 'none'): string {
  const status = errorCodes[code];
  const body = JSON.stringify({ errMsg, code, requestId });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `date: ${new Date().toUTCString()}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
