// `node stream-client.mjs PORT SOURCE DESTINATION`: connects again and again, a connection after the other, until its
// standard input ends; then prints how many connections had an answer, and how many failed.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [port, localAddress, host] = process.argv.slice(2);
const counts = { answered: 0, failed: 0 };
let isOver = false;
process.stdin.on('end', () => (isOver = true)).resume();

function attempt() {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host, localAddress, timeout: 5000 });
    const end = (outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('data', () => end('answered'));
    socket.once('error', () => end('failed'));
    socket.once('timeout', () => end('failed'));
  });
}

while (!isOver) {
  counts[await attempt()]++;
  // The machine is shared: a few hundred connections a second are enough to meet every step of a change.
  await sleep(1);
}
process.stdout.write(JSON.stringify(counts));
