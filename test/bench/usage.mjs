// Loaded before a program; writes its processor time in milliseconds and its peak memory in bytes to the file that the
// environment names.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { processor: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS * 1024 };
    writeFileSync(process.env.WEIR_BENCH_USAGE, JSON.stringify(usage));
  });
}
