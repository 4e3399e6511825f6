import { DatabaseSync } from 'node:sqlite';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { GroupWriter } from '#platform/storage/sqlite/groupWriter';
import { prepareForWriting } from '#platform/storage/sqlite/pragmas';
import type { Packet, WriterRequest, WriterSettings } from '#platform/storage/sqlite/protocol';
import { encodeResponses, RequestDecoder } from '#platform/storage/sqlite/wire';

/** Opens a database for the requests of a port. Returns what receives its messages. */
export function serveWriter(
  port: MessagePort,
  { file, groupLimit }: WriterSettings,
  onClosed: () => void,
): (packet: Packet) => void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  prepareForWriting(database);
  const decoder = new RequestDecoder();
  const receiveNow = (): WriterRequest[] => {
    const requests: WriterRequest[] = [];
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      requests.push(...decoder.decode<WriterRequest>(next.message as Packet));
    return requests;
  };
  const writer = new GroupWriter(
    database,
    {
      receiveNow,
      send: (responses, stats) => port.postMessage({ responses: encodeResponses(responses), stats }),
      onClosed,
    },
    groupLimit,
  );
  return (packet) => writer.receive(decoder.decode<WriterRequest>(packet));
}
