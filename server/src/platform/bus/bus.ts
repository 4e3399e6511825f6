/**
 * What nodes tell each other. Messages may be lost, doubled and out of order: whoever listens must bear it, and nothing
 * durable hangs on it.
 */
export interface Bus {
  /** Never rejects: what cannot be sent is lost. */
  publish(channel: string, message: string): void;
  /** Hears what others publish, and this node itself does not. */
  subscribe(channel: string, listener: (message: string) => void): void;
  /** Calls back when the bus is there again after it was not: whatever was told meanwhile was lost. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

/** One node alone has nobody to tell. */
export const soloBus: Bus = {
  publish: () => undefined,
  subscribe: () => undefined,
  onReturn: () => undefined,
  close: async () => undefined,
};
