import { repositoryOf, resolvePaths } from './folder.js';
import { addExamples, addSection } from './help-sections.js';
import { inventoryOption, timeOption } from './options.js';
import { PEER_ROWS } from './peer-help.js';
import { printMessage } from './print.js';
import { type QueryOptions, addQueryCommand } from './query.js';
import type { Registrar } from './registrar.js';

/** The options of `weir trace`, as commander parses them. */
interface TraceFlags extends QueryOptions {
  readonly request?: string;
  readonly client?: string;
  readonly sni?: string;
  readonly controller?: string;
  readonly selector?: string;
  readonly inventory?: string;
  readonly at?: string;
}

/** Registers `trace`. */
export const registerTrace: Registrar = (program, done) => {
  const command = addQueryCommand(
    program
      .command('trace')
      .argument('[from-or-url]', 'Source of the packet, or URL of the request')
      .argument('[to]', 'Destination of the packet')
      .argument('[port]', 'Port and protocol, such as 443/TCP, or ICMP'),
    'Trace a packet or an HTTP request',
    ['text', 'json', 'dot'],
  )
    .addOption(inventoryOption())
    .addOption(timeOption())
    .option('-l, --selector <selector>', 'Label selector of the source pods')
    .option('--request <json>', 'Request as JSON instead of a URL')
    .option('--client <address>', 'Client address of the request')
    .option('--sni <name>', "TLS server name (default: the host; '' for none)")
    .option('--controller <name>', 'Ingress controller (default: the first that serves the host)')
    .action(
      async (first: string | undefined, to: string | undefined, transport: string | undefined, flags: TraceFlags) => {
        const { request, selector, ...given } = resolvePaths(program, flags, 'config', 'inventory');
        const { readAtTime } = await import('./commands/at-time.js');
        const options = await readAtTime({ ...given, path: repositoryOf(program) });
        if (!options) {
          done(1);
          return;
        }
        if (first !== undefined && to !== undefined) {
          const { traceCommand } = await import('./commands/trace.js');
          const chosen = selector === undefined ? {} : { labels: selector };
          done(await traceCommand({ ...options, ...chosen, from: first, to, transport }));
          return;
        }
        if (flags.format === 'dot') {
          printMessage('--format dot requires a packet, not a request');
          done(1);
          return;
        }
        const { traceRequestCommand } = await import('./commands/requests/trace-request.js');
        const asked = request === undefined ? { url: first ?? '' } : { request };
        done(await traceRequestCommand({ ...options, asked }));
      },
    );
  addSection(command, 'Peers', PEER_ROWS);
  command.addHelpText('after', '\nFields of --request: scheme, host, path, client, sni, alpn.');
  addExamples(
    command,
    ['weir trace shop/web-0 203.0.113.7 443/TCP', 'trace a packet from a pod'],
    ['weir trace shop db.shop.svc 5432/TCP -l app=web', 'trace packets from some pods to a Service'],
    ['weir trace shop/web-0 203.0.113.7 443 --at 2026-03-18', 'trace a packet of an earlier day'],
    ['weir trace https://shop.example.com/api', 'trace a request: certificate, Route, pods'],
  );
};
