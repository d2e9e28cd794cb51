import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Creates a structured log on standard error, one JSON object per line. Standard output is reserved for results. */
export function createLog(level: string): Log {
  return pino(
    { name: 'weir', level, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
