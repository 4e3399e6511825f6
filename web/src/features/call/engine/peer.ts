/**
 * The connection to one other browser. Of the two always the same one offers, and the other asks it to: no two offers ever
 * meet. A connection that fails, or that does not come about, begins again.
 */
import type { CallSignal } from '@foyer/contract';
import { runEvery } from '../../../platform/time/timers.ts';
import type { Remote, Sent } from './engine.ts';
import { Lines } from './lines.ts';

/** A blink of the network mends itself. */
const blinkMs = 4_000;
/** So long a connection is given to come about; signals may have been lost. */
const patienceMs = 12_000;
/** Then it is said that there is a problem, and tried on. */
const failedMs = 30_000;
/** Then nobody waits any more. */
const lostMs = 60_000;
/** Whoever does not offer lets the other notice first. */
const politenessMs = 3_000;
const lookMs = 1_000;

export interface PeerParts {
  readonly configuration: RTCConfiguration;
  /** Which of the two offers. */
  readonly offers: boolean;
  readonly signal: (signals: readonly CallSignal[]) => void;
  readonly changed: () => void;
}

export class Peer {
  private readonly parts: PeerParts;
  private readonly connection: RTCPeerConnection;
  private readonly lines: Lines;
  private readonly stopLooking: () => void;
  private others = 1;
  private wasConnected = false;
  /** Since when there is no connection, and since when it was begun again. */
  private without = performance.now();
  private begun = performance.now();
  /** What comes from the other side is taken one after the other. */
  private taking: Promise<void> = Promise.resolve();

  constructor(parts: PeerParts) {
    this.parts = parts;
    this.connection = new RTCPeerConnection(parts.configuration);
    const { connection } = this;
    this.lines = new Lines(connection);
    connection.addEventListener('icecandidate', ({ candidate }) => {
      parts.signal([{ candidate: candidate === null ? null : candidateOf(candidate) }]);
    });
    connection.addEventListener('connectionstatechange', () => this.follow());
    this.stopLooking = runEvery(lookMs, () => this.look());
    if (!parts.offers) return;
    connection.addEventListener('negotiationneeded', () => void this.offer());
    this.lines.lay();
  }

  get remote(): Remote {
    const waiting = this.wasConnected ? 'reconnecting' : 'connecting';
    const { camera, screen } = this.lines;
    return {
      state: this.isConnected ? 'connected' : this.withoutMs >= failedMs ? 'failed' : waiting,
      camera,
      screen,
    };
  }

  get isLost(): boolean {
    return this.withoutMs >= lostMs;
  }

  private get isConnected(): boolean {
    return this.connection.connectionState === 'connected';
  }

  /** For how long there has been no connection. */
  private get withoutMs(): number {
    return this.isConnected ? 0 : performance.now() - this.without;
  }

  /** From the next way that is looked for. */
  configure(configuration: RTCConfiguration): void {
    this.connection.setConfiguration(configuration);
  }

  /** @param others how many there are to send to */
  send(sent: Sent, others: number): void {
    this.others = others;
    this.lines.give(sent);
    void this.lines.fit(others);
  }

  take(signal: CallSignal): void {
    this.taking = this.taking
      .then(() => this.carryOut(signal))
      .catch(() => {
        // What is out of place or out of date is made good by the next offer.
      });
  }

  /** Looks for another way to the other side; what was said last is said again. */
  renew(): void {
    this.begun = performance.now();
    if (!this.parts.offers) {
      this.parts.signal([{ again: true }]);
      return;
    }
    const { signalingState, localDescription } = this.connection;
    if (signalingState === 'have-local-offer' && localDescription) this.say(localDescription);
    else this.connection.restartIce();
  }

  close(): void {
    this.stopLooking();
    this.connection.close();
  }

  private async carryOut(signal: CallSignal): Promise<void> {
    if ('again' in signal) {
      if (this.parts.offers) this.renew();
    } else if ('description' in signal) await this.describe(signal.description);
    else await this.reach(signal.candidate);
  }

  private async offer(): Promise<void> {
    try {
      await this.connection.setLocalDescription();
      const { localDescription } = this.connection;
      if (localDescription) this.say(localDescription);
    } catch {
      // The connection was closed meanwhile.
    }
  }

  private say({ type, sdp }: RTCSessionDescription): void {
    if (type === 'offer' || type === 'answer') this.parts.signal([{ description: { type, sdp } }]);
  }

  private async describe({
    type,
    sdp,
  }: Extract<CallSignal, { description: unknown }>['description']): Promise<void> {
    const { connection, parts } = this;
    const isAwaited = parts.offers
      ? type === 'answer' && connection.signalingState === 'have-local-offer'
      : type === 'offer';
    if (!isAwaited) return;
    await connection.setRemoteDescription({ type, sdp });
    if (!parts.offers) {
      this.lines.take();
      await connection.setLocalDescription();
      if (connection.localDescription) this.say(connection.localDescription);
    }
    parts.changed();
  }

  private async reach(given: Extract<CallSignal, { candidate: unknown }>['candidate']): Promise<void> {
    const { candidate = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = given ?? {};
    await this.connection.addIceCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment });
  }

  private follow(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'connected') {
      this.wasConnected = true;
      this.without = 0;
      void this.lines.fit(this.others);
    } else if (this.without === 0) this.without = performance.now();
    if (connectionState === 'failed') this.renew();
    this.parts.changed();
  }

  private look(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'connected' || connectionState === 'closed') return;
    const now = performance.now();
    const politeness = this.parts.offers ? 0 : politenessMs;
    const patience = (connectionState === 'disconnected' ? blinkMs : patienceMs) + politeness;
    if (now - Math.max(this.begun, this.without) >= patience) this.renew();
    if (now - this.without >= failedMs) this.parts.changed();
  }
}

const candidateOf = ({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate) => ({
  candidate,
  sdpMid,
  sdpMLineIndex,
  usernameFragment,
});
