#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Much code runs for a short time: where less of it is inlined, compiling it takes a tenth less of a large run.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
// Node.js 20: six times as much of a function runs before it is optimized. Many functions end too soon after that to pay for
// it, so a large run takes a twentieth less. From V8 12 on this flag is missing, and V8 complains about it on standard error.
if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString('--interrupt-budget=400000');
// Threads that collect young objects together mostly wait for each other: one alone takes less time of the processors.
setFlagsFromString('--no-parallel-scavenge');
// V8 takes no code that was compiled under other flags.
const { main } = await import('./program.js');
process.exitCode = await main();
