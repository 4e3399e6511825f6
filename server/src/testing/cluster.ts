/** For unit tests of the cluster toolkit: nodes on a bus with injected faults, with a clock that the test controls. */
import { setImmediate as turn } from 'node:timers/promises';
import { soloBus, type Bus } from '#platform/bus/bus';
import type { Every, Pause } from '#platform/clock';
import { Cluster } from '#platform/cluster/cluster';
import { FaultyBus } from '#testing/faultyBus';

interface Timer {
  readonly everyMs: number;
  readonly run: () => void;
  dueAt: number;
}

/** A clock and its intervals, which run only when the test moves the clock. */
export class TestTime {
  now = 1_000_000;
  private readonly timers = new Set<Timer>();

  readonly clock = (): number => this.now;
  readonly every: Every = (everyMs, run) => {
    const timer = { everyMs, run, dueAt: this.now + everyMs };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  readonly pause: Pause = (milliseconds) =>
    new Promise((resolve) => {
      const stop = this.every(milliseconds, () => {
        stop();
        resolve();
      });
    });

  /** Moves the clock in steps of 250 ms; after each step it runs due timers, then `then`. */
  async advance(milliseconds: number, then: () => void = () => undefined): Promise<void> {
    for (const end = this.now + milliseconds; this.now < end;) {
      this.now = Math.min(end, this.now + 250);
      for (const timer of this.timers) {
        if (timer.dueAt > this.now) continue;
        timer.dueAt += timer.everyMs;
        timer.run();
      }
      then();
      await turn();
    }
  }
}

export interface TestNode {
  readonly cluster: Cluster;
  /** The warnings that the node has logged. */
  readonly warnings: string[];
}

export class TestCluster {
  readonly bus = new FaultyBus();
  readonly time = new TestTime();

  /** Adds a node. Its cluster is not started. */
  add(nodeId: string): TestNode {
    return this.addOn(this.bus.join(nodeId), nodeId);
  }

  /** Adds a node without other nodes. */
  addSolo(nodeId: string): TestNode {
    return this.addOn(soloBus, nodeId);
  }

  /** Moves the clock; the bus delivers every message. */
  advance(milliseconds: number): Promise<void> {
    return this.time.advance(milliseconds, () => this.bus.deliverAll());
  }

  private addOn(bus: Bus, nodeId: string): TestNode {
    const warnings: string[] = [];
    const log = { warn: (_details: unknown, message?: string) => void warnings.push(message ?? '') };
    const { clock, every, pause } = this.time;
    return {
      cluster: new Cluster({ bus, nodeId, monotonicClock: clock, every, pause, log: log as never }),
      warnings,
    };
  }
}
