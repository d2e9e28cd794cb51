// Writes the processor time of the process, of all its threads, in microseconds to the file that WEIR_BENCH_PEAK names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.WEIR_BENCH_PEAK, String(user + system));
});
