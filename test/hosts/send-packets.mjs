// Sends one packet of each connection: a UDP datagram, or the SYN of TCP. It ends when all are sent.
// Argument: a file with a JSON list of { protocol, source, sourcePort, destination, destinationPort }.
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import process from 'node:process';
import { setImmediate } from 'node:timers';

function sendUDP({ source, sourcePort, destination, destinationPort }) {
  return new Promise((resolve, reject) => {
    const socket = createSocket(source.includes(':') ? 'udp6' : 'udp4');
    socket.on('error', reject);
    socket.bind(sourcePort, source, () =>
      socket.send('?', destinationPort, destination, (error) => {
        socket.close();
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

function sendTCP({ source, sourcePort, destination, destinationPort }) {
  return new Promise((resolve, reject) => {
    connect({ host: destination, port: destinationPort, localAddress: source, localPort: sourcePort })
      // Who has the address may refuse at once.
      .on('error', (error) => (error.code === 'ECONNREFUSED' ? resolve() : reject(error)))
      // The system call comes right after the event.
      .on('connectionAttempt', () => setImmediate(resolve));
  });
}

const packets = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const packet of packets) await (packet.protocol === 'UDP' ? sendUDP : sendTCP)(packet);
process.exit(0);
