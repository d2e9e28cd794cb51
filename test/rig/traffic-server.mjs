// Answers every TCP connection and UDP packet with the address and port of its peer.
// Arguments: addresses, a comma between them; ports, likewise.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import process from 'node:process';

const [addresses, ports] = process.argv.slice(2).map((argument) => argument.split(','));
let listening = 0;
const ready = () => {
  listening++;
  if (listening === addresses.length * ports.length * 2) process.stdout.write('ready\n');
};
for (const host of addresses) {
  for (const port of ports.map(Number)) {
    createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(`${socket.remoteAddress} ${socket.remotePort}`);
    }).listen({ host, port, ipv6Only: host.includes(':') }, ready);
    const udp = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', ipv6Only: host.includes(':') });
    udp.on('message', (_, peer) => udp.send(`${peer.address} ${peer.port}`, peer.port, peer.address));
    udp.bind(port, host, ready);
  }
}
