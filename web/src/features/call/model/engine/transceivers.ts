/**
 * The four transceivers of a connection: microphone, camera, screen, screen audio. Both sides create them at the
 * beginning and never remove them, so tracks change without renegotiation.
 */
import type { LocalTracks } from './callEngine.ts';

const kinds = ['audio', 'video', 'video', 'audio'] as const;
/** The first transceivers belong to the stream of microphone and camera, the others to that of the screen. */
const cameraTrackCount = 2;

/** By number of other participants: the factor by which the camera video is scaled down, and bits per second. */
const qualityLevels = [
  { others: 1, scale: 1, bits: 1_500_000 },
  { others: 3, scale: 2, bits: 600_000 },
  { others: Number.POSITIVE_INFINITY, scale: 4, bits: 200_000 },
] as const;

const qualityFor = (others: number) =>
  qualityLevels.find((quality) => others <= quality.others) ?? qualityLevels[2];

export class Transceivers {
  /** Incoming streams; undefined until the transceivers exist. */
  camera: MediaStream | undefined;
  screen: MediaStream | undefined;
  private readonly connection: RTCPeerConnection;
  /** Outgoing streams of camera and screen. Tracks of the same stream are synchronized. */
  private readonly outgoing = [new MediaStream(), new MediaStream()] as const;
  private tracks: readonly (MediaStreamTrack | undefined)[] = [];
  /** The track last assigned to each sender. `sender.track` changes only after `replaceTrack` has resolved. */
  private readonly assigned: (MediaStreamTrack | null)[] = [];

  constructor(connection: RTCPeerConnection) {
    this.connection = connection;
  }

  /** For the offering side. */
  addAll(): void {
    for (const [index, kind] of kinds.entries())
      this.connection.addTransceiver(kind, { direction: 'sendrecv', streams: [this.streamOf(index)] });
    this.createIncoming();
  }

  /** For the answerer, after it has received an offer and before it creates an answer. */
  acceptOffered(): void {
    for (const [index, transceiver] of this.connection.getTransceivers().entries()) {
      transceiver.sender.setStreams(this.streamOf(index));
      transceiver.direction = 'sendrecv';
    }
    if (this.camera === undefined) this.createIncoming();
  }

  setTracks({ audio, video, screen }: LocalTracks): void {
    this.tracks = [audio, video, screen?.getVideoTracks()[0], screen?.getAudioTracks()[0]];
    this.assignTracks();
  }

  /** Sets the quality of the camera video. Fails during a negotiation; `Peer` calls it again when connected. */
  async adaptQuality(others: number): Promise<void> {
    const sender = this.connection.getTransceivers()[1]?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding) return;
    const { scale, bits } = qualityFor(others);
    if (encoding.scaleResolutionDownBy === scale && encoding.maxBitrate === bits) return;
    encoding.scaleResolutionDownBy = scale;
    encoding.maxBitrate = bits;
    await sender.setParameters(parameters).catch(() => undefined);
  }

  private streamOf(index: number): MediaStream {
    return this.outgoing[index < cameraTrackCount ? 0 : 1];
  }

  private createIncoming(): void {
    const tracks = this.connection.getTransceivers().map(({ receiver }) => receiver.track);
    this.camera = new MediaStream(tracks.slice(0, cameraTrackCount));
    this.screen = new MediaStream(tracks.slice(cameraTrackCount));
    this.assignTracks();
  }

  private assignTracks(): void {
    for (const [index, { sender }] of this.connection.getTransceivers().entries()) {
      const track = this.tracks[index] ?? null;
      if (this.assigned[index] === track) continue;
      this.assigned[index] = track;
      // Rejects if the connection was closed meanwhile.
      sender.replaceTrack(track).catch(() => undefined);
    }
  }
}
