/** The sounds of the listening shell, synthesized: a harbour, bells, and insects at night. */
import { randomNumbers } from '../randomNumbers.ts';

/** One channel with values around 0, and the samples of one second. */
interface Sound {
  readonly samples: Float64Array;
  readonly rate: number;
}

type Random = () => number;

const silence = (seconds: number, rate: number): Sound => ({
  samples: new Float64Array(Math.round(seconds * rate)),
  rate,
});

/** Adds a part that begins at a time. `value` returns its value at a time since then, both in seconds. */
function add({ samples, rate }: Sound, begin: number, seconds: number, value: (at: number) => number): void {
  const first = Math.max(0, Math.round(begin * rate));
  const last = Math.min(samples.length, Math.round((begin + seconds) * rate));
  for (let index = first; index < last; index += 1)
    samples[index] = (samples[index] ?? 0) + value(index / rate - begin);
}

const wave = (frequency: number, at: number): number => Math.sin(2 * Math.PI * frequency * at);

/** Loudness of something that is struck: rises to 1 within `rise` seconds, and falls to 1/e within `fall` seconds. */
const decay = (at: number, rise: number, fall: number): number =>
  Math.min(1, at / rise) * Math.exp(-at / fall);

/** Loudness of a wave: rises to 1 and falls again within `seconds`, without a corner. */
const swell = (at: number, seconds: number): number => Math.sin((Math.PI * at) / seconds) ** 2;

/** Noise between two frequencies. Returns the next value at each call. */
function noise(random: Random, rate: number, low: number, high: number): () => number {
  const share = (frequency: number) => 1 - Math.exp((-2 * Math.PI * frequency) / rate);
  const [lowShare, highShare] = [share(low), share(high)];
  let [below, smooth, smoother] = [0, 0, 0];
  return () => {
    smooth += highShare * (2 * random() - 1 - smooth);
    smoother += highShare * (smooth - smoother);
    below += lowShare * (smoother - below);
    return smoother - below;
  };
}

/** Adds the echoes of a room: four that repeat and become quieter, as in Schroeder's reverberator. */
function withRoom({ samples, rate }: Sound, share: number, fall: number): Sound {
  const room = new Float64Array(samples.length);
  for (const delay of [0.0297, 0.0371, 0.0411, 0.0437].map((seconds) => Math.round(seconds * rate))) {
    const gain = Math.exp(-delay / rate / fall);
    const echo = new Float64Array(samples.length);
    let dull = 0;
    for (let index = delay; index < samples.length; index += 1) {
      dull += 0.5 * ((echo[index - delay] ?? 0) - dull);
      echo[index] = (samples[index - delay] ?? 0) + gain * dull;
      room[index] = (room[index] ?? 0) + (echo[index] ?? 0) / 4;
    }
  }
  return { rate, samples: samples.map((value, index) => value + share * (room[index] ?? 0)) };
}

/** Fades a sound in and out, and makes it as loud as the others. */
function fadeAndNormalize({ samples, rate }: Sound): Sound {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const faded = samples.map((value, index) => {
    const edge = Math.min(index, samples.length - 1 - index) / rate;
    return (0.6 / peak) * value * Math.min(1, edge / 0.8) ** 2;
  });
  return { samples: faded, rate };
}

/** Water against the quay, a rope against a mast, and a ship that leaves. */
function harbour(): Sound {
  const random = randomNumbers(26);
  const sound = silence(20, 11_025);
  const { rate } = sound;
  const deep = noise(random, rate, 40, 260);
  add(sound, 0, 20, (at) => deep() * (2.2 + wave(0.13, at) + 0.7 * wave(0.21, at + 1)));
  for (let begin = -1; begin < 20; begin += 2.1 + 1.4 * random()) {
    const [length, foam] = [2.6 + random(), noise(random, rate, 300, 1_500)];
    add(sound, Math.max(0, begin), length, (at) => 0.6 * foam() * swell(at, length));
    for (let drops = 0; drops < 3; drops += 1) {
      const pitch = 380 + 320 * random();
      add(
        sound,
        begin + 0.8 + 1.6 * random(),
        0.2,
        (at) => 0.05 * wave(pitch + 500 * at, at) * decay(at, 0.01, 0.04),
      );
    }
  }
  for (let begin = 0.9; begin < 19; begin += 1.6 + 1.9 * random()) {
    const loud = 0.02 + 0.02 * random();
    for (const pitch of [1_310, 2_140, 3_050])
      add(sound, begin, 0.8, (at) => loud * wave(pitch, at) * decay(at, 0.003, 0.12));
  }
  for (const [begin, loud] of [
    [4.2, 0.34],
    [11.6, 0.2],
  ] as const)
    for (const [overtone, share] of [
      [1, 1],
      [1.5, 0.5],
      [2, 0.45],
      [3, 0.22],
      [4, 0.1],
    ] as const)
      add(sound, begin, 4.6, (at) => loud * share * wave(87.3 * overtone, at) * swell(at, 4.6) ** 0.6);
  return withRoom(sound, 0.7, 0.5);
}

/** The partials of a bell: frequency in relation to the strike note, loudness, and seconds until it has faded. */
const partials = [
  [0.5, 0.6, 3.4],
  [1, 1, 2.3],
  [1.19, 0.7, 1.9],
  [1.5, 0.35, 1.3],
  [2, 0.8, 1.1],
  [2.52, 0.25, 0.7],
  [3.01, 0.2, 0.5],
  [4.1, 0.12, 0.3],
] as const;

/** The bells of two towers across the roofs, one near and one far, and the air between them. */
function bells(): Sound {
  const random = randomNumbers(5);
  const sound = silence(17, 16_000);
  const strike = (begin: number, note: number, loud: number): void => {
    for (const [relation, share, fall] of partials)
      for (const beat of [0.9994, 1.0006])
        add(
          sound,
          begin,
          17,
          (at) => loud * share * wave(note * relation * beat, at) * decay(at, 0.006, fall),
        );
  };
  const near = [392, 329.6, 293.7, 220, 293.7, 392, 329.6, 220];
  near.forEach((note, index) => strike(0.4 + 1.32 * index + 0.06 * random(), note, 0.24));
  for (let begin = 1.1; begin < 13; begin += 1.9) strike(begin + 0.1 * random(), 174.6, 0.09);
  const air = noise(random, sound.rate, 150, 700);
  add(sound, 0, 17, (at) => 0.12 * air() * (1.5 + wave(0.11, at)));
  return withRoom(sound, 1.1, 0.9);
}

/** Crickets near and far, leaves in the wind, and an owl. */
function insects(): Sound {
  const random = randomNumbers(11);
  const sound = silence(16, 16_000);
  const leaves = noise(random, sound.rate, 250, 1_800);
  add(sound, 0, 16, (at) => 0.14 * leaves() * (1.6 + wave(0.12, at) + 0.5 * wave(0.31, at + 2)));
  const crickets = Array.from({ length: 6 }, (_cricket, index) => ({
    pitch: 3_350 + 260 * index + 90 * random(),
    loud: index === 1 ? 0.09 : 0.018 + 0.02 * random(),
    every: 0.62 + 0.5 * random(),
    pulses: 3 + Math.floor(2 * random()),
  }));
  for (const { pitch, loud, every, pulses } of crickets)
    for (let begin = random(); begin < 16; begin += every * (0.96 + 0.08 * random()))
      for (let pulse = 0; pulse < pulses; pulse += 1)
        add(sound, begin + 0.034 * pulse, 0.026, (at) => loud * wave(pitch, at) * swell(at, 0.026));
  for (const begin of [3.1, 10.4])
    for (const [later, length] of [
      [0, 0.42],
      [0.75, 0.22],
      [1.05, 0.8],
    ] as const)
      add(sound, begin + later, length, (at) => {
        const pitch = 352 - 14 * at;
        return swell(at, length) * (0.16 * wave(pitch, at) + 0.03 * wave(2 * pitch, at));
      });
  return withRoom(sound, 0.8, 0.6);
}

/** Encodes a sample as one byte of μ-law (G.711), in which quiet sounds keep their detail. */
function muLaw(value: number): number {
  const magnitude = Math.min(32_635, Math.round(Math.abs(value) * 32_767)) + 132;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((value < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** Returns a WAV file, which every browser plays, with one byte for each sample. */
function wavOf({ samples, rate }: Sound): Buffer {
  const head = Buffer.alloc(58);
  head.write('RIFF', 0);
  head.writeUInt32LE(50 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(18, 16);
  head.writeUInt16LE(7, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('fact', 38);
  head.writeUInt32LE(4, 42);
  head.writeUInt32LE(samples.length, 46);
  head.write('data', 50);
  head.writeUInt32LE(samples.length, 54);
  return Buffer.concat([head, Buffer.from(Array.from(samples, muLaw))]);
}

export const sounds: Readonly<Record<string, () => Buffer>> = {
  'sound-harbour.wav': () => wavOf(fadeAndNormalize(harbour())),
  'sound-bells.wav': () => wavOf(fadeAndNormalize(bells())),
  'sound-insects.wav': () => wavOf(fadeAndNormalize(insects())),
};
