/** The short forms of the promises, which are part of `npm run test:full`. */
import { expect, test } from 'vitest';
import { run as p1 } from './p1.ts';
import { run as p11 } from './p11.ts';
import { run as p12 } from './p12.ts';
import { run as p16 } from './p16.ts';
import { run as p19 } from './p19.ts';
import { run as p2 } from './p2.ts';
import { run as p24 } from './p24.ts';
import { run as p26 } from './p26.ts';
import { run as p3 } from './p3.ts';
import { permissions } from './permissions.ts';
import type { Proof } from './proof.ts';

/** The test run lists proofs that the machine forbids at its end. A missing tool is a failure. */
const { tracing, mounting } = permissions();

const holds = async (proof: Proof): Promise<void> => {
  const lines: string[] = [];
  const { passed, figures } = await proof({ full: false, seed: 1, log: (line) => void lines.push(line) });
  const wrong = lines.filter((line) => /BROKEN|NOT RUN/.test(line));
  expect(wrong, JSON.stringify(figures)).toEqual([]);
  expect(passed).toBe(true);
};

test('P1 short form: no acknowledged write is lost or duplicated in ten kills of server and database', () =>
  holds(p1));
if (tracing)
  test('P2 short form: every response follows its sync, and a write whose sync fails is never acknowledged', () =>
    holds(p2));
test('P11 short form: password logins, returning sessions and guests all succeed under load', () =>
  holds(p11));
test('P12 short form: all connected attendees have a published version soon after', () => holds(p12));
test('P3 short form: a second process exits and names the first, and 50 stale locks are recovered', () =>
  holds(p3));
if (mounting)
  test('P16 short form: on a full disk writes fail with an error, reads work, and the server recovers', () =>
    holds(p16));
test('P19 short form: generated hostile input gets errors with a code and a message, never a 5xx', () =>
  holds(p19));
test('P26 short form: a backup under load is restored with the same contents by one command', () =>
  holds(p26));
test('P24 short form: guesses of passwords and ticket numbers are limited, whatever network they come from', () =>
  holds(p24));
