#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// Much code runs for a short time: where less of it is inlined, compiling it takes a tenth less of a large run.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
// Six times as much of a function runs before it is optimized: of many functions too little is left by then to pay for it.
// That takes a twentieth off a large run, and a small one optimizes next to nothing either way.
setFlagsFromString('--interrupt-budget=400000');
// Threads that collect young objects together mostly wait for each other: one alone takes less time of the processors.
setFlagsFromString('--no-parallel-scavenge');
// V8 takes no code that was compiled under other flags.
const { main } = await import('./program.js');
process.exitCode = await main();
