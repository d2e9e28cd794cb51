// Makes one TCP connection or sends UDP packets, and prints what the server answered; prints nothing without an answer.
// Where the kernel gives up because no neighbour has answered yet, it tries again: a port may have just been made.
// Arguments: tcp or udp, address, port, milliseconds to wait.
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import process from 'node:process';
import { setInterval, setTimeout } from 'node:timers';

const [protocol, host, port, wait] = process.argv.slice(2);
const finish = (answer) => {
  process.stdout.write(answer);
  process.exit(0);
};
setTimeout(() => finish(''), Number(wait));
if (protocol === 'tcp') {
  const attempt = () => {
    connect({ host, port: Number(port) })
      .on('data', (data) => finish(data.toString()))
      .on('error', ({ code }) => (code === 'EHOSTUNREACH' ? setTimeout(attempt, 250) : finish(`error ${code}`)));
  };
  attempt();
} else {
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  udp.on('message', (data) => finish(data.toString()));
  const send = () => udp.send('?', Number(port), host);
  send();
  setInterval(send, 250);
}
