/** From browser to browser: a connection to each of the others. */
import { callSignalled, getIceServers, type AnswerOf, type CallMember } from '@foyer/contract';
import { call as callApi } from '../../../platform/api/client.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { runAfter, runEvery } from '../../../platform/time/timers.ts';
import type { CallEngine, Heard, Sent } from './engine.ts';
import { Peer } from './peer.ts';
import { Post } from './post.ts';

type Ways = AnswerOf<typeof getIceServers>;

export interface MeshParts extends Heard {
  readonly callId: string;
  readonly tabId: string;
  readonly ways: Ways;
}

/** Whoever speaks before it is told that they are there is told within this time, or is not there any more. */
const earlyMs = 15_000;

export class Mesh implements CallEngine {
  private readonly parts: MeshParts;
  private readonly post: Post;
  private readonly peers = new Map<string, Peer>();
  /** Who spoke before it was told that they are there, and what forgets them. */
  private readonly early = new Map<string, () => void>();
  /** Who has left: what they said last comes too late. */
  private readonly gone = new Set<string>();
  private readonly ends: (() => void)[];
  private ways: Ways;
  private sent: Sent = { audio: undefined, video: undefined, screen: undefined };

  constructor(parts: MeshParts) {
    this.parts = parts;
    this.ways = parts.ways;
    this.post = new Post(parts.callId);
    const renew = () => this.renew();
    window.addEventListener('online', renew);
    this.ends = [
      realtime.on(callSignalled, ({ callId, from, signals }) => {
        if (callId !== parts.callId || this.gone.has(from)) return;
        const peer = this.peers.get(from) ?? this.meetEarly(from);
        for (const signal of signals) peer.take(signal);
      }),
      this.keepWays(),
      followNetwork(renew),
      () => window.removeEventListener('online', renew),
    ];
  }

  meet(others: readonly CallMember[]): void {
    const tabs = new Set(others.map(({ tabId }) => tabId));
    for (const tabId of tabs) {
      this.knowEarly(tabId);
      this.gone.delete(tabId);
    }
    for (const tabId of this.peers.keys()) {
      if (tabs.has(tabId) || this.early.has(tabId)) continue;
      this.part(tabId);
      this.gone.add(tabId);
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
    for (const tabId of this.peers.keys()) this.part(tabId);
    for (const tabId of this.early.keys()) this.knowEarly(tabId);
    this.post.close();
  }

  private part(tabId: string): void {
    this.peers.get(tabId)?.close();
    this.peers.delete(tabId);
    this.post.drop(tabId);
  }

  private meetEarly(tabId: string): Peer {
    const forget = (): void => {
      this.early.delete(tabId);
      this.part(tabId);
      this.tell();
    };
    this.early.set(tabId, runAfter(earlyMs, forget));
    return this.meetOne(tabId);
  }

  private knowEarly(tabId: string): void {
    this.early.get(tabId)?.();
    this.early.delete(tabId);
  }

  /** The credentials of a relay run out, and a long call needs others for each new way. Returns what ends that. */
  private keepWays(): () => void {
    const again = async (): Promise<void> => {
      this.ways = await callApi(getIceServers, { report: 'console', retry: false });
      for (const peer of this.peers.values()) peer.configure(configurationOf(this.ways));
    };
    // A failure is made good by the next one: half of their time is left.
    return runEvery((this.ways.ttl * 1_000) / 3, () => void again().catch(() => undefined));
  }

  private meetOne(tabId: string): Peer {
    const peer = new Peer({
      configuration: configurationOf(this.ways),
      offers: this.parts.tabId > tabId,
      signal: (signals) => this.post.put(tabId, signals),
      changed: () => this.tell(),
    });
    this.peers.set(tabId, peer);
    peer.send(this.sent, this.peers.size);
    return peer;
  }

  private tell(): void {
    this.parts.changed(new Map([...this.peers].map(([tabId, peer]) => [tabId, peer.remote])));
    const peers = [...this.peers.values()];
    if (peers.length > 0 && peers.every(({ isLost }) => isLost)) this.parts.lost();
  }
}

const configurationOf = ({ iceServers, relayOnly }: Ways): RTCConfiguration => ({
  iceServers: iceServers.map(({ urls, username = '', credential = '' }) => ({ urls, username, credential })),
  iceTransportPolicy: relayOnly ? 'relay' : 'all',
});

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
