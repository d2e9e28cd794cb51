// Loaded before a program; writes the process's peak memory in bytes to the file that the environment names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.WEIR_BENCH_PEAK, String(process.resourceUsage().maxRSS * 1024));
});
