import type { Resolve } from './commands/dns-pin.js';
import { repositoryOf, resolvePaths } from './process/folder.js';
import { addExitCodes } from './help-sections.js';
import { addConfiguration, dateOption, writeOption } from './options.js';
import type { Registrar } from './registrar.js';

/** Error codes of a name that has no address of a family. */
const NO_ANSWER = ['ENODATA', 'ENOTFOUND'];

interface Flags {
  readonly config?: string;
  readonly today?: string;
  readonly write?: boolean;
}

/** Registers `dns pin`. */
export const registerDNS: Registrar = (program, done) => {
  const group = program.command('dns').description('Manage pinned DNS answers');
  const command = addConfiguration(
    group
      .command('pin')
      .description('Resolve DNS names and pin their addresses in weir.yaml')
      .argument('[names...]', 'DNS names (default: those of all firewall rules)'),
  )
    .addOption(dateOption('--today', 'Date to record (YYYY-MM-DD, default: today)'))
    .addOption(writeOption())
    .action(async (names: readonly string[], given: Flags) => {
      const { pinCommand } = await import('./commands/dns-pin.js');
      const { today, ...flags } = resolvePaths(program, given, 'config');
      const date = today ?? new Date().toISOString().slice(0, 10);
      done(await pinCommand({ ...flags, names, date, path: repositoryOf(program) }, await createResolver()));
    });
  addExitCodes(command, 'unwritten changes');
};

/** Creates a resolver that queries the configured DNS servers. */
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
