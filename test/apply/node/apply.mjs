// `node apply.mjs OPTIONS`: plans and applies a node as a process of its own; prints the outcome. OPTIONS is JSON.
import { createNodeTarget } from '../../../build/apply/node/target.js';

const planned = await createNodeTarget(JSON.parse(process.argv[2])).plan();
const outcome = planned.result === 'planned' ? await planned.plan.apply() : planned;
process.stdout.write(JSON.stringify(outcome));
