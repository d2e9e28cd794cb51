import { describe, expect, it } from 'vitest';
import { formatRemote, parseRemotes } from '../../../src/clients/ovsdb/index.js';

describe('a list of remotes', () => {
  it('has sockets, hosts, IPv6 addresses and the port that OVSDB has by default', () => {
    const text = 'unix:/run/ovn/ovnnb_db.sock, tcp:10.0.0.1:6641,ssl:[fd00::1]:6643,ssl:nb.example';
    expect(parseRemotes(text)).toEqual({
      result: 'remotes',
      remotes: [
        { protocol: 'unix', path: '/run/ovn/ovnnb_db.sock' },
        { protocol: 'tcp', host: '10.0.0.1', port: 6641 },
        { protocol: 'ssl', host: 'fd00::1', port: 6643 },
        { protocol: 'ssl', host: 'nb.example', port: 6640 },
      ],
    });
  });

  it('is read again as it is written', () => {
    const text = 'unix:/run/a.sock,tcp:[::1]:6641,ssl:nb.example:6641';
    const parsed = parseRemotes(text);
    expect(parsed.result === 'remotes' && parsed.remotes.map(formatRemote).join(',')).toBe(text);
  });

  it.each([
    ['', /not an OVSDB remote/],
    ['tcp:a:1,', /not an OVSDB remote/],
    ['http://nb.example', /not an OVSDB remote/],
    ['__proto__:x', /not an OVSDB remote/],
    ['unix:', /needs the path/],
    [`unix:/${'x'.repeat(107)}`, /at most 107 bytes/],
    ['tcp:', /needs '<host>:<port>'/],
    ['tcp:host:0', /needs '<host>:<port>'/],
    ['tcp:host:65536', /needs '<host>:<port>'/],
    ['tcp:fd00::1:6641', /in brackets/],
    ['ssl:a b:1', /needs '<host>:<port>'/],
  ])('is not %j', (text, problem) => {
    expect(parseRemotes(text)).toEqual({ result: 'invalid', problem: expect.stringMatching(problem) as string });
  });
});
