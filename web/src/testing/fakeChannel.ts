/** Broadcast channels of one test, for unit tests: several visits are the tabs of a browser. */
import { vi } from 'vitest';

/** Replaces `BroadcastChannel`. Messages arrive at once, at the other channels of the name. */
export function stubBroadcastChannels(): void {
  const open = new Set<FakeChannel>();
  class FakeChannel extends EventTarget {
    private readonly name: string;
    constructor(name: string) {
      super();
      this.name = name;
      open.add(this);
    }

    postMessage(data: unknown): void {
      for (const channel of open)
        if (channel !== this && channel.name === this.name)
          channel.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data) }));
    }

    close(): void {
      open.delete(this);
    }
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
}
