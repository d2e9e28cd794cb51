import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Structured logs, one JSON object per line, on standard error: standard output is for what was asked for. */
export function createLog(level: string): Log {
  return pino(
    { name: 'weir', level, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
