/** How loud streams are, and who speaks (Web Audio). */

const lookMs = 100;
/** Of full scale; room noise is below. */
const voice = 0.02;
/** Nobody falls silent between two words. */
const holdMs = 500;

interface Ear {
  readonly stream: MediaStream;
  readonly source: MediaStreamAudioSourceNode;
  readonly analyser: AnalyserNode;
  readonly samples: Float32Array<ArrayBuffer>;
  heardAt: number;
}

export type Levels = ReadonlyMap<string, { readonly level: number; readonly isSpeaking: boolean }>;

export class Listening {
  private readonly context = new AudioContext();
  private readonly ears = new Map<string, Ear>();
  private readonly looking: ReturnType<typeof setInterval>;

  constructor(told: (levels: Levels) => void) {
    this.looking = setInterval(() => told(this.look()), lookMs);
  }

  /** Listens to these, by any name, and to no others. */
  to(streams: ReadonlyMap<string, MediaStream>): void {
    for (const [name, ear] of this.ears)
      if (streams.get(name) !== ear.stream) {
        ear.source.disconnect();
        this.ears.delete(name);
      }
    for (const [name, stream] of streams) {
      if (this.ears.has(name) || stream.getAudioTracks().length === 0) continue;
      const source = this.context.createMediaStreamSource(stream);
      const analyser = this.context.createAnalyser();
      analyser.fftSize = 512;
      source.connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      this.ears.set(name, { stream, source, analyser, samples, heardAt: Number.NEGATIVE_INFINITY });
    }
    // A browser that waits for a press lets it begin then.
    if (this.context.state === 'suspended') void this.context.resume();
  }

  close(): void {
    clearInterval(this.looking);
    void this.context.close();
  }

  private look(): Levels {
    const now = performance.now();
    return new Map(
      [...this.ears].map(([name, ear]) => {
        ear.analyser.getFloatTimeDomainData(ear.samples);
        const level = Math.sqrt(ear.samples.reduce((sum, each) => sum + each * each, 0) / ear.samples.length);
        if (level >= voice) ear.heardAt = now;
        return [name, { level, isSpeaking: now - ear.heardAt < holdMs }];
      }),
    );
  }
}
