#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Most code runs only briefly. With less inlining, a large run takes a tenth less time for compilation.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
// Node.js 20: functions are optimized only after six times as much execution. Many end too soon for optimization to pay
// off, so a large run takes a twentieth less time. From V8 12 on the flag is missing, and V8 reports it on standard
// error.
if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString('--interrupt-budget=400000');
// Parallel threads for the collection of young objects mostly wait for each other. A single one takes less processor
// time.
setFlagsFromString('--no-parallel-scavenge');
// V8 rejects code that was compiled under other flags.
const { main } = await import('./program.js');
process.exitCode = await main();
