// Prints the source address and the content of each UDP packet, a line each. Arguments: address, port.
import { createSocket } from 'node:dgram';
import process from 'node:process';

const [address, port] = process.argv.slice(2);
const udp = createSocket({ type: 'udp4', recvBufferSize: 2 ** 22 });
udp.on('message', (content, peer) => process.stdout.write(`${peer.address} ${content.toString()}\n`));
udp.bind(Number(port), address, () => process.stdout.write('ready\n'));
