// The command of `build`, whose modules are not bundled.
import { main } from '../../build/main.js';

process.exitCode = await main();
