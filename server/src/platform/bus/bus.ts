/**
 * Messages between the nodes of a venue. They may be lost, duplicated and reordered: no durable state may depend on
 * them. Features use `#platform/cluster/cluster`.
 */

/** @param nodeId the node that published the message */
export type BusListener = (message: string, nodeId: string) => void;

export interface Bus {
  /** Whether there are no other nodes. */
  readonly alone: boolean;
  /** Never rejects: a message that cannot be sent is lost. */
  publish(channel: string, message: string): void;
  /**
   * Receives the messages of other nodes. `returned` is called with messages that this node has published itself: they
   * prove that the bus works.
   */
  subscribe(channel: string, listener: BusListener, returned?: (message: string) => void): void;
  /** Calls back when the bus is available again: messages were lost in the meantime. */
  onReturn(listener: () => void): void;
  close(): Promise<void>;
}

/** The bus of a single node: discards all messages. */
export const soloBus: Bus = {
  alone: true,
  publish: () => undefined,
  subscribe: () => undefined,
  onReturn: () => undefined,
  close: async () => undefined,
};
