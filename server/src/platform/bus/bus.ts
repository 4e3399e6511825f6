/**
 * What nodes tell each other. Messages may be lost, doubled and out of order: whoever listens must bear it, and nothing
 * durable hangs on it.
 */
export interface Bus {
  /** There are no other nodes. */
  readonly alone: boolean;
  /** Never rejects: what cannot be sent is lost. */
  publish(channel: string, message: string): void;
  /**
   * Hears what others publish. `returned` is called with what this node has published itself, when it has been all the
   * way: the bus works.
   */
  subscribe(channel: string, listener: (message: string) => void, returned?: (message: string) => void): void;
  /** Calls back when the bus is there again after it was not: whatever was told meanwhile was lost. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

/** One node alone has nobody to tell. */
export const soloBus: Bus = {
  alone: true,
  publish: () => undefined,
  subscribe: () => undefined,
  onReturn: () => undefined,
  close: async () => undefined,
};
