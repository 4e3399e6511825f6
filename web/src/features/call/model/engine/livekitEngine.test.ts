import { setLogLevel } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLivekitEngine } from './livekitEngine.ts';

/** The connections to the media server. None of them opens. */
let connections: readonly FakeSocket[];
class FakeSocket extends EventTarget {
  readonly close = vi.fn();
  constructor() {
    super();
    connections = [...connections, this];
  }
}
/** What the client library requires of a browser. */
class FakePeer extends EventTarget {
  addTransceiver(): void {}
  createDataChannel(): EventTarget {
    return new EventTarget();
  }
  close(): void {}
}

beforeEach(() => {
  connections = [];
  setLogLevel('silent');
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('RTCPeerConnection', FakePeer);
  vi.stubGlobal('RTCRtpSender', EventTarget);
});
afterEach(() => vi.unstubAllGlobals());

function open() {
  const ending = new AbortController();
  const opened = openLivekitEngine({
    url: 'wss://media.example.org',
    token: 'token of ada',
    onChange: () => undefined,
    onLost: () => undefined,
    signal: ending.signal,
  });
  return { ending, opened };
}

test('SESSION-10 a call that ends while the client library is downloaded does not connect to the media server', async () => {
  const { ending, opened } = open();
  ending.abort();
  await expect(opened).rejects.toMatchObject({ name: 'AbortError' });
  expect(connections).toEqual([]);
});

test('SESSION-10 a call that ends while it connects to the media server closes the connection at once', async () => {
  const { ending, opened } = open();
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  ending.abort();
  await expect(opened).rejects.toThrow('Client initiated disconnect');
  expect(connections[0]?.close).toHaveBeenCalled();
});
