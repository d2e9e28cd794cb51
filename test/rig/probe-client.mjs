// Makes TCP connections and sends UDP packets, all at once, each from a source port of its own; prints for each, as a JSON
// list, whether it was answered. Argument: a JSON list of { protocol, address, port, source, wait }, wait in milliseconds.
// A TCP connection that nobody answers for long is tried again from another port, as an application would: a connection
// tracker may hold an entry that it does not let go.
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import process from 'node:process';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';

/** How long a TCP connection may take before it is tried again, in milliseconds. */
const ATTEMPT = 10_000;

async function probeTCP({ address, port, source, wait }) {
  for (let left = wait, from = source; left > 0; left -= ATTEMPT, from = 0)
    if (await connectFrom(from, { address, port, wait: Math.min(left, ATTEMPT) })) return true;
  return false;
}

/** A source port of 0: the kernel chooses one. */
function connectFrom(source, { address, port, wait }) {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, localPort: source });
    const timer = setTimeout(() => socket.destroy(), wait);
    let isAnswered = false;
    socket.on('data', () => {
      isAnswered = true;
      socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(isAnswered);
    });
  });
}

function probeUDP({ address, port, source, wait }) {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const send = () => socket.send('?', port, address);
    const finish = (isAnswered) => {
      clearInterval(again);
      clearTimeout(timer);
      socket.close();
      resolve(isAnswered);
    };
    const again = setInterval(send, 250);
    const timer = setTimeout(() => finish(false), wait);
    socket.on('message', () => finish(true));
    socket.bind(source, send);
  });
}

const probes = JSON.parse(process.argv[2]);
const answers = await Promise.all(probes.map((probe) => (probe.protocol === 'tcp' ? probeTCP : probeUDP)(probe)));
process.stdout.write(JSON.stringify(answers));
