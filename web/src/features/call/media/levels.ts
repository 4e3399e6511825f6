import { runEvery } from '../../../platform/time/timers.ts';
/** How loud streams are, and who speaks (Web Audio). */

const lookMs = 100;
/** Of full scale; room noise is below. */
const voice = 0.02;
/** Nobody falls silent between two words, and none is missed between two looks. */
const holdMs = 500;
/** A syllable lasts longer. */
const blockMs = 10;

interface Ear {
  readonly stream: MediaStream;
  readonly source: MediaStreamAudioSourceNode;
  readonly analyser: AnalyserNode;
}

export type Levels = ReadonlyMap<string, { readonly level: number; readonly isSpeaking: boolean }>;

export class Listening {
  private readonly context = new AudioContext();
  /** The most that an analyser keeps: more than holdMs at every usual rate. */
  private readonly samples = new Float32Array(32_768);
  private readonly ears = new Map<string, Ear>();
  private readonly stopLooking: () => void;

  constructor(told: (levels: Levels) => void) {
    this.stopLooking = runEvery(lookMs, () => told(this.look()));
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
      analyser.fftSize = this.samples.length;
      source.connect(analyser);
      this.ears.set(name, { stream, source, analyser });
    }
    // A browser that waits for a press lets it begin then.
    if (this.context.state === 'suspended') void this.context.resume();
  }

  close(): void {
    this.stopLooking();
    void this.context.close();
  }

  private look(): Levels {
    return new Map(
      [...this.ears].map(([name, { analyser }]) => {
        analyser.getFloatTimeDomainData(this.samples);
        return [name, { level: this.loudest(lookMs), isSpeaking: this.loudest(holdMs) >= voice }];
      }),
    );
  }

  /** The loudest moment of the last milliseconds: root mean square of one block, 0 to 1. */
  private loudest(ms: number): number {
    const perMs = this.context.sampleRate / 1_000;
    const block = Math.round(blockMs * perMs);
    const first = Math.max(0, this.samples.length - Math.round(ms * perMs));
    let most = 0;
    for (let at = first; at + block <= this.samples.length; at += block) {
      let sum = 0;
      for (let each = at; each < at + block; each++) sum += (this.samples[each] ?? 0) ** 2;
      most = Math.max(most, sum);
    }
    return Math.sqrt(most / block);
  }
}
