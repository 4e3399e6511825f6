/** An event under measurement: a server on a core of its own and everybody who has come to it, on another. */
import type { Come, ComeOrder, Walked, WalkOrder } from './visitors.fixture.ts';
import { PinnedServer, said, startPinned } from './pinned.ts';

export interface BenchEvent {
  readonly server: PinnedServer;
  /** Milliseconds from the first connection until each knew of all. */
  readonly cameInMs: number;
  /** Resolves when all have walked. */
  walk(order: WalkOrder['walk']): Promise<Walked>;
  end(): Promise<void>;
}

/** Starts Foyer or the bare server, and lets everybody come. */
export async function startEvent(wanted: Omit<ComeOrder, 'ready'>): Promise<BenchEvent> {
  const server =
    wanted.kind === 'bare'
      ? await PinnedServer.start('bare.fixture.ts', ['turn', ...(wanted.openFirst ? ['connected'] : [])])
      : await PinnedServer.start('foyer.fixture.ts', [String(wanted.count)]);
  const visitors = startPinned('visitors.fixture.ts', 1);
  await said(visitors);
  const order: ComeOrder = { ...wanted, ready: server.ready };
  visitors.send(order);
  const { ms } = await said<Come>(visitors);
  return {
    server,
    cameInMs: ms,
    walk: (walk) => {
      const walking: WalkOrder = { walk };
      visitors.send(walking);
      return said<Walked>(visitors);
    },
    end: async () => {
      visitors.kill('SIGKILL');
      await server.stop();
    },
  };
}
