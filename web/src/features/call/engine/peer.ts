/**
 * The connection to one other browser, by perfect negotiation (W3C WebRTC): either side may offer at any time; where both
 * do at once the polite one gives way. A connection that fails, or that does not come about, begins again.
 */
import type { CallSignal } from '@foyer/contract';
import type { Remote, Sent } from './engine.ts';

/** A blink of the network mends itself. */
const blinkMs = 4_000;
/** So long a connection is given to come about; signals may have been lost. */
const patienceMs = 12_000;
/** Then it is said that there is a problem, and tried on. */
const failedMs = 30_000;
/** Then nobody waits any more. */
const lostMs = 60_000;
/** The polite one lets the other speak first, and begins again later: two who begin at once lose time. */
const politenessMs = 3_000;
const lookMs = 1_000;

export interface PeerParts {
  readonly configuration: RTCConfiguration;
  readonly polite: boolean;
  readonly signal: (signals: readonly CallSignal[]) => void;
  readonly changed: () => void;
}

/** How much smaller pictures are with so many others, and how many bits a second they may take. */
const qualities = [
  { others: 1, scale: 1, bits: 1_500_000 },
  { others: 3, scale: 2, bits: 600_000 },
  { others: Number.POSITIVE_INFINITY, scale: 4, bits: 200_000 },
] as const;

const qualityFor = (others: number) => qualities.find((quality) => others <= quality.others) ?? qualities[2];

export class Peer {
  private readonly parts: PeerParts;
  private readonly connection: RTCPeerConnection;
  private readonly streams = new Map<string, MediaStream>();
  private readonly own = new MediaStream();
  private readonly senders = new Map<string, RTCRtpSender>();
  private readonly looking: ReturnType<typeof setInterval>;
  private screenId: string | undefined;
  private ownScreen: MediaStream | undefined;
  private others = 1;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private makingOffer = false;
  private ignoreOffer = false;
  private isSettingAnswer = false;
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
    // Whoever has neither microphone nor camera is reached all the same.
    connection.createDataChannel('call', { negotiated: true, id: 0 });
    connection.addEventListener('negotiationneeded', () => void this.offer());
    connection.addEventListener('icecandidate', ({ candidate }) => {
      parts.signal([{ candidate: candidate === null ? null : candidateOf(candidate) }]);
    });
    connection.addEventListener('track', ({ track, streams }) => {
      for (const stream of streams) this.hear(stream, track);
    });
    connection.addEventListener('connectionstatechange', () => this.follow());
    this.looking = setInterval(() => this.look(), lookMs);
  }

  get remote(): Remote {
    const waiting = this.wasConnected ? 'reconnecting' : 'connecting';
    const camera = [...this.streams.values()].find(
      (stream) => stream.id !== this.screenId && stream.getTracks().length > 0,
    );
    return {
      state: this.isConnected ? 'connected' : this.withoutMs >= failedMs ? 'failed' : waiting,
      camera,
      screen: this.screenId === undefined ? undefined : this.streams.get(this.screenId),
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
  send({ audio, video, screen }: Sent, others: number): void {
    this.others = others;
    this.ownScreen = screen;
    this.put('audio', audio, this.own);
    this.put('video', video, this.own);
    const [picture] = screen?.getVideoTracks() ?? [];
    const [sound] = screen?.getAudioTracks() ?? [];
    this.put('screen', picture, screen);
    this.put('screenSound', sound, screen);
    void this.fit();
  }

  take(signal: CallSignal): void {
    this.taking = this.taking
      .then(() => ('description' in signal ? this.describe(signal) : this.reach(signal.candidate)))
      .catch(() => {
        // What is out of place is made good by the next offer.
      });
  }

  /** Looks for another way to the other side; what was said last is said again. */
  renew(): void {
    this.begun = performance.now();
    const { signalingState, localDescription } = this.connection;
    if (signalingState === 'have-local-offer' && localDescription) this.say(localDescription);
    else this.connection.restartIce();
  }

  close(): void {
    clearInterval(this.looking);
    clearTimeout(this.waiting);
    this.connection.close();
  }

  private put(kind: string, track: MediaStreamTrack | undefined, stream: MediaStream | undefined): void {
    const sender = this.senders.get(kind);
    if (kind.startsWith('screen') && sender && sender.track !== (track ?? null)) {
      // Each sharing is a stream of its own.
      this.connection.removeTrack(sender);
      this.senders.delete(kind);
    }
    const known = this.senders.get(kind);
    if (known) {
      if (known.track !== (track ?? null)) void known.replaceTrack(track ?? null);
    } else if (track) this.senders.set(kind, this.connection.addTrack(track, ...(stream ? [stream] : [])));
  }

  private async fit(): Promise<void> {
    const sender = this.senders.get('video');
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding) return;
    const { scale, bits } = qualityFor(this.others);
    if (encoding.scaleResolutionDownBy === scale && encoding.maxBitrate === bits) return;
    encoding.scaleResolutionDownBy = scale;
    encoding.maxBitrate = bits;
    // While it negotiates it may not be changed; it is done when it is connected.
    await sender.setParameters(parameters).catch(() => undefined);
  }

  private async offer(): Promise<void> {
    const isFirst = this.connection.remoteDescription === null;
    if (this.parts.polite && isFirst && performance.now() - this.begun < politenessMs) {
      this.waiting ??= setTimeout(() => this.offerLate(), politenessMs);
      return;
    }
    try {
      this.makingOffer = true;
      await this.connection.setLocalDescription();
      const { localDescription } = this.connection;
      if (localDescription) this.say(localDescription);
    } catch {
      // The connection was closed meanwhile, or the other side was faster.
    } finally {
      this.makingOffer = false;
    }
  }

  /** The other one has not spoken. */
  private offerLate(): void {
    this.waiting = undefined;
    const { remoteDescription, signalingState } = this.connection;
    if (remoteDescription === null && signalingState === 'stable') void this.offer();
  }

  private say({ type, sdp }: RTCSessionDescription): void {
    const screen = this.ownScreen?.id;
    this.parts.signal([{ description: { type, sdp }, ...(screen === undefined ? {} : { screen }) }]);
  }

  private async describe({ description, screen }: Extract<CallSignal, { description: unknown }>) {
    const { connection } = this;
    const { signalingState } = connection;
    const isReady = !this.makingOffer && (signalingState === 'stable' || this.isSettingAnswer);
    const isOffer = description.type === 'offer';
    this.ignoreOffer = !this.parts.polite && isOffer && !isReady;
    if (this.ignoreOffer) return;
    this.screenId = screen;
    this.isSettingAnswer = description.type === 'answer';
    try {
      await connection.setRemoteDescription({ type: description.type, sdp: description.sdp ?? '' });
    } finally {
      this.isSettingAnswer = false;
    }
    if (isOffer) {
      await connection.setLocalDescription();
      if (connection.localDescription) this.say(connection.localDescription);
      if (!isReady) await this.revive();
    }
    this.parts.changed();
  }

  /** Chromium sends nothing more of what was sent before it took an offer back, until the track is given anew. */
  private async revive(): Promise<void> {
    const again = async (sender: RTCRtpSender): Promise<void> => {
      const { track } = sender;
      if (track === null) return;
      await sender.replaceTrack(null);
      await sender.replaceTrack(track);
    };
    await Promise.all([...this.senders.values()].map(again));
  }

  private async reach(given: Extract<CallSignal, { candidate: unknown }>['candidate']): Promise<void> {
    const { candidate = '', sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = given ?? {};
    try {
      await this.connection.addIceCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment });
    } catch (fault) {
      if (!this.ignoreOffer) throw fault;
    }
  }

  private hear(stream: MediaStream, track: MediaStreamTrack): void {
    this.streams.set(stream.id, stream);
    const changed = () => {
      if (stream.getTracks().length === 0) this.streams.delete(stream.id);
      this.parts.changed();
    };
    stream.addEventListener('removetrack', changed);
    track.addEventListener('mute', this.parts.changed);
    track.addEventListener('unmute', this.parts.changed);
    this.parts.changed();
  }

  private follow(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'connected') {
      this.wasConnected = true;
      void this.fit();
    } else if (this.without === 0) this.without = performance.now();
    if (connectionState === 'connected') this.without = 0;
    if (connectionState === 'failed') this.renew();
    this.parts.changed();
  }

  private look(): void {
    const { connectionState } = this.connection;
    if (connectionState === 'connected' || connectionState === 'closed') return;
    const now = performance.now();
    const politeness = this.parts.polite ? politenessMs : 0;
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
