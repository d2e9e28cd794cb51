// Applies a rendered folder to the database behind a socket, in small transactions. Its parent kills it on the way.
import { createNorthboundTarget } from '../../../build/apply/northbound/target.js';

const [folder, zone, path] = process.argv.slice(2);
const source = { remotes: [{ protocol: 'unix', path }] };
const target = createNorthboundTarget({ output: folder, zone, source, limits: { operations: 8, bytes: 1e6 } });
const planned = await target.plan();
const outcome = planned.result === 'planned' ? await planned.plan.apply() : planned;
await target.close();
process.exitCode = outcome.result === 'applied' ? 0 : 1;
