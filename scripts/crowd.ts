/**
 * `npm run crowd -- --attendees 500`: simulated attendees log in, walk, react and set statuses on the server at
 * FOYER_URL or http://127.0.0.1:PORT, until Ctrl-C or for `--seconds`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Crowd } from '../demo/crowd/crowd.ts';

const usage = `Usage: npm run crowd -- [--attendees 100] [--url http://127.0.0.1:8080] [--seconds N] [--seed 26] [--at-once 8] [--hits]
--hits also sends page views and events, of which the server makes figures.
If the venue requires a login, the crowd creates accounts with ADMIN_KEY, ADMIN_KEY_FILE or the key in DATA_DIR.`;
const reportEveryMs = 5_000;

function options() {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: {
        attendees: text,
        url: text,
        seconds: text,
        seed: text,
        'at-once': text,
        hits: { type: 'boolean', default: false },
      },
    });
    const number = (name: 'attendees' | 'seconds' | 'seed' | 'at-once', usual: number) => {
      const value = values[name] ?? String(usual);
      if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} is ${value}; expected an integer`);
      return Number(value);
    };
    const { FOYER_URL: foyerUrl, PORT: port = '8080' } = process.env;
    return {
      url: (values.url ?? foyerUrl ?? `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
      attendees: number('attendees', 100),
      seconds: number('seconds', 0),
      seed: number('seed', 26),
      atOnce: number('at-once', 8),
      sendsHits: values.hits,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return process.exit(64);
  }
}

function adminKey(): string | undefined {
  const { ADMIN_KEY: key, ADMIN_KEY_FILE: file, DATA_DIR: dataDir = './data' } = process.env;
  if (key) return key;
  const path = file ?? join(dataDir, 'admin-key');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

const { seconds, ...wanted } = options();
const crowd = new Crowd();
const began = performance.now();
const end = () => {
  crowd.leave();
  clearInterval(reporting);
  clearTimeout(ending);
};
const reporting = setInterval(report, reportEveryMs);
const ending = seconds > 0 ? setTimeout(end, seconds * 1_000) : undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);

function report(): void {
  const { online, events, bytes, commands, errors, responseTimesMs } = crowd.tally;
  const sorted = responseTimesMs.splice(0).toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  const errorCounts = [...errors].map(([error, count]) => `${error} ×${count}`).join(', ');
  console.log(
    `${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${online} online, ${events} messages, ${(bytes / 1e6).toFixed(1)} MB, ` +
      `${commands} commands (p50 ${at(0.5)} ms, p99 ${at(0.99)} ms)${errorCounts === '' ? '' : `; ${errorCounts}`}`,
  );
}

try {
  await crowd.join({ ...wanted, adminKey: adminKey() });
  console.log(
    `All ${wanted.attendees} attendees are connected after ${((performance.now() - began) / 1_000).toFixed(1)} s.`,
  );
} catch (error) {
  console.error(`The crowd cannot connect to ${wanted.url}: ${(error as Error).message}`);
  process.exitCode = 1;
  end();
}
