import { expect, test } from 'vitest';
import { Jobs, type Job } from '#platform/jobs';

const minuteMs = 60_000;

/** Starts jobs with a controlled clock. `tick` advances the clock and checks for due jobs. */
function startJobs(...jobs: readonly Job[]) {
  const time = { now: 1_000_000 };
  const warned: object[] = [];
  let check: (() => void) | undefined;
  const runner = new Jobs(jobs, {
    monotonicClock: () => time.now,
    every: (_milliseconds, run) => {
      check = run;
      return () => (check = undefined);
    },
    log: { warn: (details: object) => void warned.push(details) },
  });
  runner.start();
  const tick = async (milliseconds: number) => {
    time.now += milliseconds;
    check?.();
    // Runs without pending promises have ended by then.
    await new Promise(setImmediate);
  };
  return { runner, tick, warned };
}

function counting(everyMs: number, run: () => Promise<void> = async () => undefined) {
  const counted = { runs: 0 };
  const job: Job = {
    name: 'count',
    everyMs,
    run: () => {
      counted.runs += 1;
      return run();
    },
  };
  return { job, counted };
}

test('a job runs at the first check and then at its interval', async () => {
  const { job, counted } = counting(minuteMs);
  const { tick } = startJobs(job);
  expect(counted.runs).toBe(0);
  await tick(1_000);
  expect(counted.runs).toBe(1);
  await tick(minuteMs - 1);
  expect(counted.runs).toBe(1);
  await tick(1);
  expect(counted.runs).toBe(2);
});

test('runs of a job never overlap, and other jobs do not wait for it', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = counting(minuteMs, () => gate.promise);
  const quick = counting(minuteMs);
  const { tick } = startJobs(slow.job, quick.job);
  await tick(1_000);
  await tick(minuteMs);
  expect([slow.counted.runs, quick.counted.runs]).toEqual([1, 2]);
  gate.resolve();
  await tick(0);
  await tick(1_000);
  expect(slow.counted.runs).toBe(2);
});

test('a failed run is logged with the name of the job, and the job runs again at its next interval', async () => {
  const error = new Error('not now');
  const { job, counted } = counting(minuteMs, () => Promise.reject(error));
  const { tick, warned } = startJobs(job);
  await tick(1_000);
  expect(warned).toEqual([{ err: error, job: 'count' }]);
  await tick(1_000);
  expect(counted.runs).toBe(1);
  await tick(minuteMs);
  expect(counted.runs).toBe(2);
});

test('a job that throws synchronously does not prevent others from running', async () => {
  const broken: Job = {
    name: 'broken',
    everyMs: minuteMs,
    run: () => {
      throw new Error('at once');
    },
  };
  const { job, counted } = counting(minuteMs);
  const { tick, warned } = startJobs(broken, job);
  await tick(1_000);
  expect(counted.runs).toBe(1);
  expect(warned).toHaveLength(1);
});

test('stop waits for the current run and starts no other', async () => {
  const gate = Promise.withResolvers<void>();
  const { job, counted } = counting(minuteMs, () => gate.promise);
  const { runner, tick } = startJobs(job);
  await tick(1_000);
  let stopped = false;
  const stopping = runner.stop().then(() => (stopped = true));
  await tick(minuteMs);
  expect([counted.runs, stopped]).toEqual([1, false]);
  gate.resolve();
  await stopping;
  expect(stopped).toBe(true);
});
