import { parentPort, workerData } from 'node:worker_threads';
import { type Batch, packBatch } from './parse-batch.js';

// A thread that parses the texts it was started with, answers once and ends.
const parsed = packBatch(workerData as Batch);
parentPort?.postMessage(parsed, [parsed.words.buffer]);
