/** Peer-to-peer calls: a WebRTC connection to each other participant. */
import {
  callSignalsReceived,
  getIceServers,
  type DataOf,
  type ResponseOf,
  type CallParticipant,
} from '@foyer/contract';
import { call as callApi } from '../../../../platform/api/client.ts';
import type { Realtime } from '../../../../platform/realtime/realtime.ts';
import { runAfter, runEvery } from '../../../../platform/time/timers.ts';
import { untilAborted } from '../../../../platform/untilAborted.ts';
import type { CallEngine, EngineDeps, LocalTracks } from './callEngine.ts';
import { Peer } from './peer.ts';
import { SignalQueue } from './signalQueue.ts';

export type IceServers = ResponseOf<typeof getIceServers>;

export interface MeshDeps extends EngineDeps {
  readonly realtime: Pick<Realtime, 'sendCommand' | 'on'>;
  readonly callId: string;
  readonly tabId: string;
  readonly ice: IceServers;
}

/**
 * A participant's first signal may arrive before the event that announces them. A peer that is not announced within this
 * time is removed.
 */
const announcementTimeoutMs = 15_000;

export class MeshEngine implements CallEngine {
  private readonly deps: MeshDeps;
  private readonly signals: SignalQueue;
  private readonly peers = new Map<string, Peer>();
  /** Tab ids that have sent signals but are not announced yet, with a function that cancels their timeout. */
  private readonly unannounced = new Map<string, () => void>();
  /** Tab ids of participants who have left. Their late signals are ignored. */
  private readonly departed = new Set<string>();
  private ice: IceServers;
  private tracks: LocalTracks = { audio: undefined, video: undefined, screen: undefined };

  constructor(deps: MeshDeps) {
    this.deps = deps;
    this.ice = deps.ice;
    const { signal: ended } = deps;
    this.signals = new SignalQueue(deps.callId, deps.realtime, ended);
    const reconnect = () => this.reconnect();
    window.addEventListener('online', reconnect, { signal: ended });
    watchNetworkType(reconnect, ended);
    const receive = ({ callId, from, signals }: DataOf<typeof callSignalsReceived>): void => {
      if (callId !== deps.callId || this.departed.has(from)) return;
      const peer = this.peers.get(from) ?? this.addUnannounced(from);
      for (const signal of signals) peer.receive(signal);
    };
    deps.realtime.on(callSignalsReceived, receive, ended);
    this.refreshIceServers();
    untilAborted(ended, () => {
      for (const tabId of this.peers.keys()) this.removePeer(tabId);
      for (const tabId of this.unannounced.keys()) this.clearUnannounced(tabId);
    });
  }

  setParticipants(others: readonly CallParticipant[]): void {
    const tabs = new Set(others.map(({ tabId }) => tabId));
    for (const tabId of tabs) {
      this.clearUnannounced(tabId);
      this.departed.delete(tabId);
    }
    for (const tabId of this.peers.keys()) {
      if (tabs.has(tabId) || this.unannounced.has(tabId)) continue;
      this.removePeer(tabId);
      this.departed.add(tabId);
    }
    for (const tabId of tabs) if (!this.peers.has(tabId)) this.addPeer(tabId);
    this.setTracks(this.tracks);
    this.report();
  }

  setTracks(tracks: LocalTracks): void {
    this.tracks = tracks;
    for (const peer of this.peers.values()) peer.setTracks(tracks, this.peers.size);
  }

  reconnect(): void {
    for (const peer of this.peers.values()) peer.restart();
  }

  private removePeer(tabId: string): void {
    this.peers.get(tabId)?.close();
    this.peers.delete(tabId);
    this.signals.discard(tabId);
  }

  private addUnannounced(tabId: string): Peer {
    const remove = (): void => {
      this.unannounced.delete(tabId);
      this.removePeer(tabId);
      this.report();
    };
    this.unannounced.set(tabId, runAfter(announcementTimeoutMs, remove));
    return this.addPeer(tabId);
  }

  private clearUnannounced(tabId: string): void {
    this.unannounced.get(tabId)?.();
    this.unannounced.delete(tabId);
  }

  /** Fetches new ICE servers before the TURN credentials expire. */
  private refreshIceServers(): void {
    const refresh = async (): Promise<void> => {
      this.ice = await callApi(getIceServers, { report: 'console', retry: false });
      for (const peer of this.peers.values()) peer.configure(configurationOf(this.ice));
    };
    // Three times per lifetime, so that a failed request may be ignored.
    const everyMs = (this.ice.ttl * 1_000) / 3;
    runEvery(everyMs, () => void refresh().catch(() => undefined), this.deps.signal);
  }

  private addPeer(tabId: string): Peer {
    const peer = new Peer({
      configuration: configurationOf(this.ice),
      isOfferer: this.deps.tabId > tabId,
      sendSignals: (signals) => this.signals.enqueue(tabId, signals),
      onChange: () => this.report(),
    });
    this.peers.set(tabId, peer);
    peer.setTracks(this.tracks, this.peers.size);
    return peer;
  }

  private report(): void {
    this.deps.onChange(new Map([...this.peers].map(([tabId, peer]) => [tabId, peer.participant])));
    const peers = [...this.peers.values()];
    if (peers.length > 0 && peers.every(({ isLost }) => isLost)) this.deps.onLost();
  }
}

const configurationOf = ({ iceServers, relayOnly }: IceServers): RTCConfiguration => ({
  iceServers: iceServers.map(({ urls, username = '', credential = '' }) => ({ urls, username, credential })),
  iceTransportPolicy: relayOnly ? 'relay' : 'all',
});

interface Network extends EventTarget {
  /** `wifi`, `cellular`…, if the browser supports it. */
  readonly type?: string;
}

/**
 * Calls back when the type of the network changes. The `change` event alone is not enough: it is also emitted for each new
 * estimate of the speed.
 */
function watchNetworkType(onChange: () => void, signal: AbortSignal): void {
  const network = 'connection' in navigator ? (navigator.connection as Network) : undefined;
  let type = network?.type;
  const check = (): void => {
    if (network?.type === type) return;
    type = network?.type;
    onChange();
  };
  network?.addEventListener('change', check, { signal });
}
