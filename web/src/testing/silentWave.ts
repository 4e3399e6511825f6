/** A sound file for tests. */

const samplesPerSecond = 8_000;

/** A WAV file of silence, with one character for each byte: 8 bits, mono, 8 kB for each second. */
export function silentWave(seconds: number): string {
  const samples = Math.round(seconds * samplesPerSecond);
  const number = (value: number, bytes: number): string =>
    Array.from({ length: bytes }, (_, index) => String.fromCharCode((value >> (8 * index)) & 0xff)).join('');
  const format = [
    number(1, 2), // PCM
    number(1, 2), // channels
    number(samplesPerSecond, 4),
    number(samplesPerSecond, 4), // bytes per second
    number(1, 2), // bytes per sample
    number(8, 2), // bits per sample
  ].join('');
  const head = `WAVEfmt ${number(format.length, 4)}${format}data${number(samples, 4)}`;
  return `RIFF${number(head.length + samples, 4)}${head}${'\u0080'.repeat(samples)}`;
}

/** The address of such a file, which all pages of the test can load. */
export const silentWaveUrl = (seconds: number): string =>
  URL.createObjectURL(
    new Blob([Uint8Array.from(silentWave(seconds), (character) => character.charCodeAt(0))], {
      type: 'audio/wav',
    }),
  );
