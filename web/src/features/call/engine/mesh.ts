/** From browser to browser: a connection to each of the others. */
import { callSignalled, type AnswerOf, type CallMember, type getIceServers } from '@foyer/contract';
import { realtime } from '../../../platform/realtime/realtime.ts';
import type { CallEngine, Remotes, Sent } from './engine.ts';
import { Peer } from './peer.ts';
import { Post } from './post.ts';

export interface MeshParts {
  readonly callId: string;
  readonly tabId: string;
  readonly ways: AnswerOf<typeof getIceServers>;
  readonly changed: (remotes: Remotes) => void;
}

export class Mesh implements CallEngine {
  private readonly parts: MeshParts;
  private readonly post: Post;
  private readonly peers = new Map<string, Peer>();
  /** Who spoke before it was told that they are there. */
  private readonly early = new Set<string>();
  private readonly ends: (() => void)[];
  private sent: Sent = { audio: undefined, video: undefined, screen: undefined };

  constructor(parts: MeshParts) {
    this.parts = parts;
    this.post = new Post(parts.callId);
    const renew = () => this.renew();
    window.addEventListener('online', renew);
    this.ends = [
      realtime.on(callSignalled, ({ callId, from, signals }) => {
        if (callId !== parts.callId) return;
        if (!this.peers.has(from)) this.early.add(from);
        const peer = this.peers.get(from) ?? this.meetOne(from);
        for (const signal of signals) peer.take(signal);
      }),
      followNetwork(renew),
      () => window.removeEventListener('online', renew),
    ];
  }

  meet(others: readonly CallMember[]): void {
    const tabs = new Set(others.map(({ tabId }) => tabId));
    for (const tabId of tabs) this.early.delete(tabId);
    for (const [tabId, peer] of this.peers) {
      if (tabs.has(tabId) || this.early.has(tabId)) continue;
      peer.close();
      this.post.drop(tabId);
      this.peers.delete(tabId);
    }
    for (const tabId of tabs) if (!this.peers.has(tabId)) this.meetOne(tabId);
    this.send(this.sent);
    this.tell();
  }

  send(sent: Sent): void {
    this.sent = sent;
    for (const peer of this.peers.values()) peer.send(sent, this.peers.size);
  }

  renew(): void {
    for (const peer of this.peers.values()) peer.renew();
  }

  close(): void {
    for (const end of this.ends) end();
    for (const peer of this.peers.values()) peer.close();
    this.peers.clear();
    this.post.close();
  }

  private meetOne(tabId: string): Peer {
    const { ways } = this.parts;
    const peer = new Peer({
      configuration: {
        iceServers: ways.iceServers.map(({ urls, username = '', credential = '' }) => ({
          urls,
          username,
          credential,
        })),
        iceTransportPolicy: ways.relayOnly ? 'relay' : 'all',
      },
      polite: this.parts.tabId < tabId,
      signal: (signals) => this.post.put(tabId, signals),
      changed: () => this.tell(),
    });
    this.peers.set(tabId, peer);
    peer.send(this.sent, this.peers.size);
    return peer;
  }

  private tell(): void {
    this.parts.changed(new Map([...this.peers].map(([tabId, peer]) => [tabId, peer.remote])));
  }
}

interface Network extends EventTarget {
  /** `wifi`, `cellular`…, where a browser tells it. */
  readonly type?: string;
}

/** Calls back when the network is one of another kind; estimates of its speed change all the time. */
function followNetwork(changed: () => void): () => void {
  const network = 'connection' in navigator ? (navigator.connection as Network) : undefined;
  let type = network?.type;
  const look = (): void => {
    if (network?.type === type) return;
    type = network?.type;
    changed();
  };
  network?.addEventListener('change', look);
  return () => network?.removeEventListener('change', look);
}
