// Makes a server of another network namespace one of this: connections to a port here go on to a unix socket, which any
// namespace can reach.
import { connect, createServer } from 'node:net';

const [port = '', socket = ''] = process.argv.slice(2);

createServer((incoming) => {
  const outgoing = connect(socket);
  for (const [one, other] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ]) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
