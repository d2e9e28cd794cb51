// Decides which nodes answer a probe, as a network does: all but those in a file, by the addresses of their management ports.
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// The port for discarded data (RFC 863). Nothing listens there, and that is an answer, too.
const DISCARD = 9;
const file = process.env.WEIR_TEST_UNREACHABLE;
const connect = net.connect;
net.connect = (options, ...rest) => {
  if (options?.port !== DISCARD) return connect(options, ...rest);
  const isLost = readFileSync(file, 'utf8').split('\n').includes(options.host);
  return isLost ? new net.Socket() : connect({ host: '127.0.0.1', port: DISCARD });
};
syncBuiltinESMExports();
