import { expect, test } from 'vitest';
import { Jobs, type Job } from '#platform/jobs';

const minuteMs = 60_000;

/** Jobs on a clock that the test moves; `tick` is a check. */
function startJobs(...jobs: readonly Job[]) {
  const time = { now: 1_000_000 };
  const warned: object[] = [];
  let check: (() => void) | undefined;
  const runner = new Jobs(jobs, {
    clock: () => time.now,
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
    // A run that waits for nothing is over by then.
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

test('a job runs at the first check, and again each time its interval has passed', async () => {
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

test('a job never runs twice at the same time, and others do not wait for it', async () => {
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

test('a run that fails is logged with the name of the job and tried again at the next interval', async () => {
  const fault = new Error('not now');
  const { job, counted } = counting(minuteMs, () => Promise.reject(fault));
  const { tick, warned } = startJobs(job);
  await tick(1_000);
  expect(warned).toEqual([{ err: fault, job: 'count' }]);
  await tick(1_000);
  expect(counted.runs).toBe(1);
  await tick(minuteMs);
  expect(counted.runs).toBe(2);
});

test('a job whose run throws at once does not keep others from running', async () => {
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

test('a stop waits for the run under way and begins no other', async () => {
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

test('a clock that was put back delays no job', async () => {
  const { job, counted } = counting(minuteMs);
  const { tick } = startJobs(job);
  await tick(1_000);
  await tick(-10 * minuteMs);
  expect(counted.runs).toBe(2);
});
