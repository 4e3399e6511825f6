/** The log: one JSON object a line on standard output. Headers, bodies and queries are never logged: they hold secrets. */
import { pino, type Logger } from 'pino';
import type { Config } from '#platform/config/config';

export type Log = Logger;

/** For code that logs nothing but warnings. */
export interface WarnLog {
  warn(fields: object, message: string): void;
}

/** Where lines go; a test passes its own. */
export interface LogTarget {
  write(line: string): void;
}

export function createLog(level: Config['logLevel'], target: LogTarget = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // A safety net under the rule above: these names never carry their values.
      redact: {
        paths: ['authorization', 'cookie', 'adminKey', 'password', 'token', '*.authorization', '*.cookie'],
        censor: '(secret)',
      },
    },
    target,
  );
}
