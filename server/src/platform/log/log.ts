/**
 * Writes the log to standard output, one JSON object per line. Headers, bodies and queries may contain secrets and are
 * never logged.
 */
import { pino, type Logger } from 'pino';
import type { Config } from '#platform/config/config';

export type Log = Logger;

/** The part of a logger that code needs to log warnings. */
export interface WarnLog {
  warn(fields: object, message: string): void;
}

/** The destination of log lines. */
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
      // A safety net: the values of these fields are never logged.
      redact: {
        paths: ['authorization', 'cookie', 'adminKey', 'password', 'token', '*.authorization', '*.cookie'],
        censor: '(secret)',
      },
    },
    target,
  );
}
