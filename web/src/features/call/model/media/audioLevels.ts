/** Measures the audio level of streams with Web Audio, and detects who speaks. */
import { runEvery } from '../../../../platform/time/timers.ts';
import { untilAborted } from '../../../../platform/untilAborted.ts';

const measureEveryMs = 100;
/** 0 to 1, full scale. Room noise is below this level. */
const speakingLevel = 0.02;
/** Bridges pauses between words, and is longer than the time between two measurements. */
const holdMs = 500;
/** Shorter than a syllable. */
const blockMs = 10;

interface Source {
  readonly stream: MediaStream;
  readonly source: MediaStreamAudioSourceNode;
  readonly analyser: AnalyserNode;
}

export type AudioLevels = ReadonlyMap<string, { readonly level: number; readonly isSpeaking: boolean }>;

export class AudioLevelMonitor {
  private readonly context = new AudioContext();
  /** The maximum of an analyser. Longer than `holdMs` at all usual sample rates. */
  private readonly samples = new Float32Array(32_768);
  private readonly sources = new Map<string, Source>();

  constructor(onLevels: (levels: AudioLevels) => void, signal: AbortSignal) {
    runEvery(measureEveryMs, () => onLevels(this.measure()), signal);
    untilAborted(signal, () => void this.context.close());
  }

  /** Sets the streams to measure, by an id of the caller's choice. */
  setStreams(streams: ReadonlyMap<string, MediaStream>): void {
    for (const [name, { stream, source }] of this.sources)
      if (streams.get(name) !== stream) {
        source.disconnect();
        this.sources.delete(name);
      }
    for (const [name, stream] of streams) {
      if (this.sources.has(name) || stream.getAudioTracks().length === 0) continue;
      const source = this.context.createMediaStreamSource(stream);
      const analyser = this.context.createAnalyser();
      analyser.fftSize = this.samples.length;
      source.connect(analyser);
      this.sources.set(name, { stream, source, analyser });
    }
    // Browsers suspend the context until the user has interacted with the page.
    if (this.context.state === 'suspended') void this.context.resume();
  }

  private measure(): AudioLevels {
    return new Map(
      [...this.sources].map(([name, { analyser }]) => {
        analyser.getFloatTimeDomainData(this.samples);
        return [
          name,
          { level: this.peakLevel(measureEveryMs), isSpeaking: this.peakLevel(holdMs) >= speakingLevel },
        ];
      }),
    );
  }

  /** The root mean square of the loudest block in the last `ms` milliseconds, 0 to 1. */
  private peakLevel(ms: number): number {
    const perMs = this.context.sampleRate / 1_000;
    const block = Math.round(blockMs * perMs);
    const first = Math.max(0, this.samples.length - Math.round(ms * perMs));
    let loudest = 0;
    for (let at = first; at + block <= this.samples.length; at += block) {
      let sum = 0;
      for (let index = at; index < at + block; index++) sum += (this.samples[index] ?? 0) ** 2;
      loudest = Math.max(loudest, sum);
    }
    return Math.sqrt(loudest / block);
  }
}
