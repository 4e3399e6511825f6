/**
 * The sound of the fake microphones. Chromium's own beeps only work for one microphone; with a camera running, another
 * microphone gets its beeps. Each microphone plays a file from its beginning.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const rate = 48_000;
const seconds = 2;
const perSecond = 4;
const loudness = 0.15;

/** Syllables of a gliding tone with overtones, because noise suppression would remove a steady tone. */
function sampleAt(time: number): number {
  const within = ((time * perSecond) % 1) / 0.6;
  if (within >= 1) return 0;
  const phase = 2 * Math.PI * (150 * time + 4 * Math.sin(2 * Math.PI * time));
  const tone = [1, 2, 3, 4, 5].reduce((sum, overtone) => sum + Math.sin(overtone * phase) / overtone, 0);
  return loudness * Math.sin(Math.PI * within) * tone;
}

/** A WAV file of one channel with 16 bits. */
function wave(): Buffer {
  const samples = rate * seconds;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1)
    file.writeInt16LE(Math.round(sampleAt(index / rate) * 32_767), 44 + index * 2);
  return file;
}

/** Writes the file for this process. Returns its path. */
export function voiceFile(): string {
  const path = join(tmpdir(), `foyer-voice-${process.pid}.wav`);
  writeFileSync(path, wave());
  process.once('exit', () => rmSync(path, { force: true }));
  return path;
}
