/**
 * The WebRTC connection to another participant. Always the same one of the two makes the offers, and the other asks for
 * them, so offers never collide. A connection that fails or takes too long is restarted.
 */
import type { CallSignal } from '@foyer/contract';
import { runEvery } from '../../../../platform/time/timers.ts';
import type { RemoteParticipant, LocalTracks } from './callEngine.ts';
import { Transceivers } from './transceivers.ts';

/** A `disconnected` connection often recovers by itself within this time. */
const disconnectedGraceMs = 4_000;
/** A connection that is not established after this time is restarted; signals may have been lost. */
const connectTimeoutMs = 12_000;
/** After this time without a connection the participant is shown as `failed`. Restarts continue. */
const reportFailedMs = 30_000;
/** After this time without a connection the peer counts as lost. */
const giveUpMs = 60_000;
/** The answering side waits longer, so that the offering side restarts first. */
const answererDelayMs = 3_000;
const checkEveryMs = 1_000;

export interface PeerDeps {
  readonly configuration: RTCConfiguration;
  /** Whether this side makes the offers. */
  readonly isOfferer: boolean;
  readonly sendSignals: (signals: readonly CallSignal[]) => void;
  readonly onChange: () => void;
}

export class Peer {
  private readonly deps: PeerDeps;
  private readonly connection: RTCPeerConnection;
  private readonly transceivers: Transceivers;
  private readonly stopChecking: () => void;
  private peerCount = 1;
  private wasConnected = false;
  /** Both by `performance.now()`; `disconnectedSince` is 0 while connected. */
  private disconnectedSince = performance.now();
  private restartedAt = performance.now();
  /** Signals are handled one after the other. */
  private handling: Promise<void> = Promise.resolve();

  constructor(deps: PeerDeps) {
    this.deps = deps;
    this.connection = new RTCPeerConnection(deps.configuration);
    const { connection } = this;
    this.transceivers = new Transceivers(connection);
    connection.addEventListener('icecandidate', ({ candidate }) => {
      deps.sendSignals([{ candidate: candidate === null ? null : candidateOf(candidate) }]);
    });
    connection.addEventListener('connectionstatechange', () => this.onConnectionStateChange());
    this.stopChecking = runEvery(checkEveryMs, () => this.check());
    if (!deps.isOfferer) return;
    connection.addEventListener('negotiationneeded', () => void this.sendOffer());
    this.transceivers.addAll();
  }

  get participant(): RemoteParticipant {
    const waiting = this.wasConnected ? 'reconnecting' : 'connecting';
    const { camera, screen } = this.transceivers;
    return {
      state: this.isConnected ? 'connected' : this.disconnectedMs >= reportFailedMs ? 'failed' : waiting,
      camera,
      screen,
    };
  }

  get isLost(): boolean {
    return this.disconnectedMs >= giveUpMs;
  }

  private get isConnected(): boolean {
    return this.connection.connectionState === 'connected';
  }

  /** Milliseconds without a connection. */
  private get disconnectedMs(): number {
    return this.isConnected ? 0 : performance.now() - this.disconnectedSince;
  }

  /** Applies to the next ICE restart. */
  configure(configuration: RTCConfiguration): void {
    this.connection.setConfiguration(configuration);
  }

  /** @param peerCount to how many participants the tracks are sent, which determines the video quality */
  setTracks(tracks: LocalTracks, peerCount: number): void {
    this.peerCount = peerCount;
    this.transceivers.setTracks(tracks);
    void this.transceivers.adaptQuality(peerCount);
  }

  receive(signal: CallSignal): void {
    this.handling = this.handling
      .then(() => this.handleSignal(signal))
      .catch(() => {
        // An invalid or outdated signal is ignored: the next offer replaces it.
      });
  }

  /** Restarts ICE. If the answer to the last offer is missing, sends that offer again. */
  restart(): void {
    this.restartedAt = performance.now();
    if (!this.deps.isOfferer) {
      this.deps.sendSignals([{ renegotiate: true }]);
      return;
    }
    const { signalingState, localDescription } = this.connection;
    if (signalingState === 'have-local-offer' && localDescription) this.sendDescription(localDescription);
    else this.connection.restartIce();
  }

  close(): void {
    this.stopChecking();
    this.connection.close();
  }

  private async handleSignal(signal: CallSignal): Promise<void> {
    if ('renegotiate' in signal) {
      if (this.deps.isOfferer) this.restart();
    } else if ('description' in signal) await this.handleDescription(signal.description);
    else await this.handleCandidate(signal.candidate);
  }

  private async sendOffer(): Promise<void> {
    try {
      await this.connection.setLocalDescription();
      const { localDescription } = this.connection;
      if (localDescription) this.sendDescription(localDescription);
    } catch {
      // The connection was closed meanwhile.
    }
  }

  private sendDescription({ type, sdp }: RTCSessionDescription): void {
    if (type === 'offer' || type === 'answer') this.deps.sendSignals([{ description: { type, sdp } }]);
  }

  private async handleDescription({
    type,
    sdp,
  }: Extract<CallSignal, { description: unknown }>['description']): Promise<void> {
    const { connection, deps } = this;
    const isExpected = deps.isOfferer
      ? type === 'answer' && connection.signalingState === 'have-local-offer'
      : type === 'offer';
    if (!isExpected) return;
    await connection.setRemoteDescription({ type, sdp });
    if (!deps.isOfferer) {
      this.transceivers.acceptOffered();
      await connection.setLocalDescription();
      if (connection.localDescription) this.sendDescription(connection.localDescription);
    }
    deps.onChange();
  }

  private async handleCandidate(
    init: Extract<CallSignal, { candidate: unknown }>['candidate'],
  ): Promise<void> {
    const { candidate = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = init ?? {};
    await this.connection.addIceCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment });
  }

  private onConnectionStateChange(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'connected') {
      this.wasConnected = true;
      this.disconnectedSince = 0;
      void this.transceivers.adaptQuality(this.peerCount);
    } else if (this.disconnectedSince === 0) this.disconnectedSince = performance.now();
    if (connectionState === 'failed') this.restart();
    this.deps.onChange();
  }

  private check(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'connected' || connectionState === 'closed') return;
    const now = performance.now();
    const timeoutMs = connectionState === 'disconnected' ? disconnectedGraceMs : connectTimeoutMs;
    const delayMs = this.deps.isOfferer ? 0 : answererDelayMs;
    if (now - Math.max(this.restartedAt, this.disconnectedSince) >= timeoutMs + delayMs) this.restart();
    if (now - this.disconnectedSince >= reportFailedMs) this.deps.onChange();
  }
}

const candidateOf = ({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
  usernameFragment,
});
