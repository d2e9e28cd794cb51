// `node held-timer.mjs EXPIRY TIMER FOLDER ID MILLISECONDS`: a timer whose time passes when the test says so. It says `armed`,
// waits for the file EXPIRY, and then becomes the program TIMER with a short time. It ends when FOLDER is removed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [expiry, timer, folder, id] = process.argv.slice(2);
process.stdout.write('armed\n');
while (existsSync(folder) && !existsSync(expiry)) await sleep(20);
if (existsSync(folder)) spawnSync(process.execPath, [timer, folder, id, '50']);
