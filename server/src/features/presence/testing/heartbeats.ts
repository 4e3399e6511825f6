import { ping } from '@foyer/contract';
import type { Redis } from 'ioredis';
import type { Foyer } from '#testing/foyer';
import type { Nodes } from '#testing/nodes';
import type { Tab } from '#testing/tab';

const heartbeatMs = 5_000;

/** Lets time pass for one server in steps of a heartbeat, and waits until each heartbeat has arrived over the bus. */
export class Heartbeats {
  private readonly last = new Map<string, number>();
  private readonly waiting: (() => void)[] = [];

  constructor(client: Redis) {
    client.on('message', (_channel: string, text: string) => {
      const end = text.indexOf(' ');
      const { no } = JSON.parse(text.slice(end)) as { no: number };
      this.last.set(text.slice(0, end), no);
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  static async of(nodes: Nodes): Promise<Heartbeats> {
    const client = await nodes.client();
    await client.subscribe('foyer:nodes');
    return new Heartbeats(client);
  }

  async pass(foyer: Foyer, nodeId: string, milliseconds: number, tabs: readonly Tab[]): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += heartbeatMs) {
      const before = this.last.get(nodeId);
      foyer.advance(heartbeatMs);
      while (this.last.get(nodeId) === before)
        await new Promise<void>((resolve) => this.waiting.push(resolve));
      // Keeps the connections from being closed as silent.
      for (const tab of tabs) await tab.must(ping, {});
    }
  }
}
