import { repositoryOf, resolvePaths } from './folder.js';
import { PEER_HELP } from './peer-help.js';
import { printMessage } from './print.js';
import { type Question, addQuestion } from './question.js';
import type { Registrar } from './registrar.js';

/** The options of `weir trace`, as commander parses them. */
interface TraceFlags extends Question {
  readonly request?: string;
  readonly client?: string;
  readonly sni?: string;
  readonly controller?: string;
  readonly selector?: string;
  readonly inventory?: string;
}

/** `trace`: what becomes of a packet, or of a request for a URL. */
export const registerTrace: Registrar = (program, done) => {
  addQuestion(
    program.command('trace [from-or-url] [to] [port]'),
    'say what becomes of a packet, or what a client gets from the routers for a URL, and who decides; a packet is from one peer to another, with a port as 443/TCP, or ICMP',
    ['text', 'json', 'dot'],
  )
    .option('--inventory <path>', 'a file or folder in the place of the inventory that weir.yaml names')
    .option('-l, --selector <selector>', 'of a packet: select among the pods of the source, as kubectl has it: app=web')
    .option('--request <json>', 'a request as JSON in place of a URL: scheme, host, path, client, sni, alpn')
    .option('--client <address>', 'of a request: the address that the client has')
    .option('--sni <name>', "of a request: the name in the TLS handshake, where it is not the URL's host; '' for none")
    .option(
      '--controller <name>',
      'of a request: the ingress controller; by default the first that has a Route for the host',
    )
    .addHelpText('after', PEER_HELP)
    .action(
      async (first: string | undefined, to: string | undefined, transport: string | undefined, given: TraceFlags) => {
        const path = repositoryOf(program);
        const { request, selector, ...flags } = resolvePaths(program, given, 'config', 'inventory');
        if (first !== undefined && to !== undefined) {
          const { traceCommand } = await import('./commands/trace.js');
          const chosen = selector === undefined ? {} : { labels: selector };
          done(await traceCommand({ ...flags, ...chosen, from: first, to, transport, path }));
          return;
        }
        if (flags.format === 'dot') {
          printMessage('a request has no graph: --format dot is for packets');
          done(1);
          return;
        }
        const { traceRequestCommand } = await import('./commands/requests/trace-request.js');
        const asked = request === undefined ? { url: first ?? '' } : { request };
        done(await traceRequestCommand({ ...flags, asked, path }));
      },
    );
};
