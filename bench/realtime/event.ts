/** A measured event: a server pinned to one core and all its visitors on another. */
import type { JoinReport, JoinCommand, WalkReport, WalkCommand } from './visitors.fixture.ts';
import { PinnedServer, nextMessage, startPinned } from './pinned.ts';

export interface BenchEvent {
  readonly server: PinnedServer;
  /** Milliseconds from the first connection until every visitor knew all others. */
  readonly joinedMs: number;
  /** Lets visitors change areas at a rate. Resolves at the end. */
  walk(walk: WalkCommand['walk']): Promise<WalkReport>;
  stop(): Promise<void>;
}

/** Starts Foyer or the bare server and connects all visitors. */
export async function startEvent(options: Omit<JoinCommand, 'ready'>): Promise<BenchEvent> {
  const server =
    options.kind === 'bare'
      ? await PinnedServer.start('bare.fixture.ts', ['turn', ...(options.openFirst ? ['connected'] : [])])
      : await PinnedServer.start('foyer.fixture.ts', [String(options.count)]);
  const visitors = startPinned('visitors.fixture.ts', 1);
  await nextMessage(visitors);
  const join: JoinCommand = { ...options, ready: server.ready };
  visitors.send(join);
  const { ms } = await nextMessage<JoinReport>(visitors);
  return {
    server,
    joinedMs: ms,
    walk: (walk) => {
      const command: WalkCommand = { walk };
      visitors.send(command);
      return nextMessage<WalkReport>(visitors);
    },
    stop: async () => {
      visitors.kill('SIGKILL');
      await server.stop();
    },
  };
}
