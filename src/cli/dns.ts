import type { Resolve } from './commands/dns-pin.js';
import { repositoryOf, resolvePaths } from './folder.js';
import { todayOption } from './parse-date.js';
import type { Registrar } from './registrar.js';

/** What a server says where a name has no address of a family. */
const NO_ANSWER = ['ENODATA', 'ENOTFOUND'];

interface Flags {
  readonly config?: string;
  readonly today?: string;
  readonly write?: boolean;
}

/** `dns pin`: answers of DNS names for weir.yaml. */
export const registerDNS: Registrar = (program, done) => {
  program
    .command('dns')
    .description('answers of DNS names')
    .command('pin [names...]')
    .description(
      'resolve names of firewall rules, and show their answers under `dns` of weir.yaml as a diff; exit code 2 then',
    )
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .addOption(todayOption('the date beside the answers; by default that of today'))
    .option('--write', 'write weir.yaml')
    .action(async (names: readonly string[], given: Flags) => {
      const { pinCommand } = await import('./commands/dns-pin.js');
      const { today, ...flags } = resolvePaths(program, given, 'config');
      const date = today ?? new Date().toISOString().slice(0, 10);
      done(await pinCommand({ ...flags, names, date, path: repositoryOf(program) }, await createResolver()));
    });
};

/** Asks the servers that the machine is configured with. */
async function createResolver(): Promise<Resolve> {
  const { Resolver } = await import('node:dns/promises');
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  return async (name, family) => {
    try {
      return await (family === 'IPv4' ? resolver.resolve4(name) : resolver.resolve6(name));
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
      if (NO_ANSWER.includes(code)) return [];
      throw code === '' ? thrown : code;
    }
  };
}
