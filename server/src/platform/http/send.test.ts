import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { sendRaw } from '#platform/http/send';

test('CALL-27aj the content of a response whose headers are invalid is closed', () => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const to = { request, response, requestId: 'r1', common: {}, stopping: () => false };
  const body = new PassThrough();
  const send = () => sendRaw(to, { status: 200, headers: { 'x-name': 'a\nb' }, body });
  expect(send).toThrow('Invalid character in header content ["x-name"]');
  expect(body.destroyed).toBe(true);
});
