import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
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

test('CALL-27ag a response ends when its client accepts nothing for a while', async () => {
  const body = new Readable({ read: () => void body.push(Buffer.alloc(65_536)) });
  const server = createServer((request, response) => {
    const to = { request, response, requestId: 'r1', common: {}, stopping: () => false };
    sendRaw(to, { status: 200, headers: {}, body }, 50);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [error] = (await once(body, 'error')) as [Error];
  expect(error.message).toBe('Nothing could be sent for 0.05 seconds');
  client.resume();
  await once(client, 'close');
});
