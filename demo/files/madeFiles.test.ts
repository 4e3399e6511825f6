import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { madeFiles } from './madeFiles.ts';

/** Making these takes a second or more each: `git status` shows whether a run of make.ts has changed them. */
const slow = ['lamp-register.pdf', 'programme-ar.pdf', 'sound-bells.wav'];

test('demo/files/make.ts makes the files of demo/assets, byte for byte', async () => {
  const changed: string[] = [];
  for (const [name, make] of Object.entries(madeFiles)) {
    if (slow.includes(name)) continue;
    const stored = await readFile(new URL(`../assets/${name}`, import.meta.url));
    if (!stored.equals(await make())) changed.push(name);
  }
  expect(changed).toEqual([]);
});
