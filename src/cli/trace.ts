import type { InputOptions } from './run/input.js';
import { repositoryOf, resolvePaths } from './process/folder.js';
import { addExamples, addSection } from './help-sections.js';
import { fixOption, inventoryOption, timeOption } from './options.js';
import { PEER_ROWS } from './peer-help.js';
import { printMessage } from './process/print.js';
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
  readonly fix?: boolean;
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
    .addOption(fixOption(['request', 'client', 'sni', 'controller']))
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
        if (flags.fix === true) {
          done(await proposeFixes({ from: first, to, transport, selector }, options));
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
    ['weir trace shop/web-0 203.0.113.7 443 --fix', 'propose edits by which the packet passes'],
    ['weir trace https://shop.example.com/api', 'trace a request: certificate, Route, pods'],
  );
};

interface TracedWords {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly transport: string | undefined;
  readonly selector: string | undefined;
}

/** Proposes edits by which all packets between two peers pass. */
async function proposeFixes(
  { from, to, transport, selector }: TracedWords,
  options: InputOptions & { readonly format: string },
): Promise<number> {
  const port = /^\d+$/.test(transport ?? '') ? `${transport ?? ''}/TCP` : transport;
  if (from === undefined || to === undefined || port === 'ICMP' || options.format === 'dot') {
    printMessage('--fix requires a source, a destination, a port such as 443/TCP, and the format text or json');
    return 1;
  }
  const expectation = {
    name: ['packets from', from, 'to', to, ...(transport === undefined ? [] : [transport])].join(' '),
    from: selector === undefined ? from : `${from}/${selector}`,
    to: { peer: to, ...(port === undefined ? {} : { ports: [port] }) },
    reachable: true,
  };
  const { proposeFixesCommand } = await import('./commands/suggest/fix.js');
  return proposeFixesCommand({ ...options, expectation });
}
