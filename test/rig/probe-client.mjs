// Makes TCP connections and sends UDP packets, all at once, each from a source port of its own; prints for each, as a JSON
// list, whether it was answered. Argument: a JSON list of { protocol, address, port, source, wait }, wait in milliseconds.
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import process from 'node:process';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';

function probeTCP({ address, port, source, wait }) {
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
