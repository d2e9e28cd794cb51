// `node stream-server.mjs PORT`: answers each connection and prints a line with the source address that it came from.
import { createServer } from 'node:net';

createServer((socket) => {
  socket.on('error', () => undefined);
  process.stdout.write(`${socket.remoteAddress}\n`);
  socket.end('.');
}).listen(Number(process.argv[2]), '::', () => process.stdout.write('listening\n'));
