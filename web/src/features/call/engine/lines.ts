/**
 * The four lines of a connection: voice, camera, screen, the screen's sound. Both sides have them from the beginning, so
 * what goes over them changes without a word between the two, and nothing is ever taken back.
 */
import type { Sent } from './engine.ts';

const kinds = ['audio', 'video', 'video', 'audio'] as const;
/** Of these a line belongs to the first stream, voice and camera, else to that of the screen. */
const ofPerson = 2;

/** How much smaller pictures are with so many others, and how many bits a second they may take. */
const qualities = [
  { others: 1, scale: 1, bits: 1_500_000 },
  { others: 3, scale: 2, bits: 600_000 },
  { others: Number.POSITIVE_INFINITY, scale: 4, bits: 200_000 },
] as const;

const qualityFor = (others: number) => qualities.find((quality) => others <= quality.others) ?? qualities[2];

export class Lines {
  /** What comes in; undefined until the other side has laid its lines. */
  camera: MediaStream | undefined;
  screen: MediaStream | undefined;
  private readonly connection: RTCPeerConnection;
  /** What belongs together is heard and seen at the same time. */
  private readonly own = [new MediaStream(), new MediaStream()] as const;
  private tracks: readonly (MediaStreamTrack | undefined)[] = [];
  /** What each line was given last; a sender tells it only when it has taken it. */
  private readonly given: (MediaStreamTrack | null)[] = [];

  constructor(connection: RTCPeerConnection) {
    this.connection = connection;
  }

  /** By the side that offers. */
  lay(): void {
    for (const [index, kind] of kinds.entries())
      this.connection.addTransceiver(kind, { direction: 'sendrecv', streams: [this.streamOf(index)] });
    this.join();
  }

  /** By the other side, when it has an offer and before it answers. */
  take(): void {
    for (const [index, line] of this.connection.getTransceivers().entries()) {
      line.sender.setStreams(this.streamOf(index));
      line.direction = 'sendrecv';
    }
    if (this.camera === undefined) this.join();
  }

  give({ audio, video, screen }: Sent): void {
    this.tracks = [audio, video, screen?.getVideoTracks()[0], screen?.getAudioTracks()[0]];
    this.put();
  }

  /** While it negotiates it may not be changed; it is done when it is connected. */
  async fit(others: number): Promise<void> {
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
    return this.own[index < ofPerson ? 0 : 1];
  }

  private join(): void {
    const come = this.connection.getTransceivers().map(({ receiver }) => receiver.track);
    this.camera = new MediaStream(come.slice(0, ofPerson));
    this.screen = new MediaStream(come.slice(ofPerson));
    this.put();
  }

  private put(): void {
    for (const [index, { sender }] of this.connection.getTransceivers().entries()) {
      const track = this.tracks[index] ?? null;
      if (this.given[index] === track) continue;
      this.given[index] = track;
      // The connection may be closed by the time.
      sender.replaceTrack(track).catch(() => undefined);
    }
  }
}
