/** The baseline of hot-answers: bare node:http that sends the same response to every request. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const [prepared] = (await once(process, 'message')) as [
  { status: number; headers: string[]; body: Uint8Array },
];
const server = createServer((request, response) => {
  response.writeHead(prepared.status, prepared.headers);
  response.end(request.method === 'HEAD' ? undefined : prepared.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.send?.({ url: `http://127.0.0.1:${address.port}` });
});
