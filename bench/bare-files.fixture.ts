/** The baseline of downloads: bare node:http that pipes files from the disk one after another into each response. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

const [files] = (await once(process, 'message')) as [readonly string[]];
const server = createServer((_request, response) => {
  // Each file adds some to the response.
  response.setMaxListeners(0);
  void (async () => {
    for (const [index, file] of files.entries())
      await pipeline(createReadStream(file), response, { end: index === files.length - 1 });
  })();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object')
    process.send?.({ url: `http://127.0.0.1:${address.port}` });
});
