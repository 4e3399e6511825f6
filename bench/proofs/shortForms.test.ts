/** The short forms of the storage's promises, as `npm test` carries them. */
import { expect, test } from 'vitest';
import { run as p1 } from './p1.ts';
import { run as p11 } from './p11.ts';
import { run as p12 } from './p12.ts';
import { run as p16 } from './p16.ts';
import { run as p2 } from './p2.ts';
import { run as p24 } from './p24.ts';
import { run as p26 } from './p26.ts';
import { run as p3 } from './p3.ts';
import { permissions } from './permissions.ts';
import type { Proof } from './proof.ts';

/** What the machine forbids is told at the end of `npm test`; a tool that is missing is a failure. */
const { tracing, mounting } = permissions();

const holds = async (proof: Proof): Promise<void> => {
  const lines: string[] = [];
  const { passed, figures } = await proof({ full: false, seed: 1, log: (line) => void lines.push(line) });
  const wrong = lines.filter((line) => /BROKEN|NOT RUN/.test(line));
  expect(wrong, JSON.stringify(figures)).toEqual([]);
  expect(passed).toBe(true);
};

test('P1 short form: no acknowledged write is lost or doubled in ten kills of server and database', () =>
  holds(p1));
if (tracing)
  test('P2 short form: every answer comes after its sync, and a sync that fails is never acknowledged', () =>
    holds(p2));
test('P11 short form: whoever comes while the doors open gets in, with a password, again, or as a guest', () =>
  holds(p11));
test('P12 short form: whoever is there when a version is published has it soon after', () => holds(p12));
test('P3 short form: a second process ends naming the first, and 50 stale locks are recovered', () =>
  holds(p3));
if (mounting)
  test('P16 short form: a full disk refuses writes with words, reads on, and recovers', () => holds(p16));
test('P26 short form: a backup under load restores to the same contents by one command', () => holds(p26));
test('P24 short form: guesses of passwords and ticket numbers end at their limits, whatever network they name', () =>
  holds(p24));
