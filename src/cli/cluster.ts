import { Option } from 'commander';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './process/folder.js';
import { HOSTINGS, type HostingName } from './commands/init/hostings.js';
import { addExamples, addExitCodes } from './help-sections.js';
import { addClusterAccess, addConfiguration, writeOption } from './options.js';
import { printMessage } from './process/print.js';
import type { Registrar } from './registrar.js';

/** The options of `weir init`, as commander parses them. */
interface InitFlags {
  readonly fromCluster?: boolean;
  readonly fromMustGather?: string;
  readonly fromInventory?: readonly string[];
  readonly northbound?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly ci?: HostingName;
  readonly force?: boolean;
}

/** The options of `weir inventory`, as commander parses them. */
interface InventoryFlags extends Pick<InitFlags, 'kubeconfig' | 'context' | 'fromMustGather'> {
  readonly out?: string;
  readonly refresh?: boolean;
}

/** The options of `weir lock`, as commander parses them. */
interface LockFlags {
  readonly config?: string;
  readonly fromCluster?: boolean;
  readonly write?: boolean;
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** Registers `init`, `inventory` and `lock`. */
export const registerCluster: Registrar = (program, done) => {
  registerInit(program, done);
  registerInventory(program, done);
  registerLock(program, done);
};

const registerInventory: Registrar = (program, done) => {
  const command = addClusterAccess(program.command('inventory'))
    .description('Export a cluster inventory to a folder')
    .addOption(mustGatherOption().conflicts(['kubeconfig', 'context']))
    .option('-o, --out <folder>', 'Folder to replace')
    .addOption(new Option('--refresh', 'Refresh the inventory that weir.yaml names').conflicts('out'))
    .action(async (given: InventoryFlags) => {
      const { inventoryCommand } = await import('./commands/inventory.js');
      const { out, refresh = false, ...flags } = resolvePaths(program, given, 'kubeconfig', 'out', 'fromMustGather');
      const folder = refresh ? await findSnapshot(repositoryOf(program)) : out;
      if (folder === undefined) {
        printMessage('no inventory folder: set --out FOLDER, or --refresh if weir.yaml names one folder');
        done(1);
      } else done(await inventoryCommand({ ...flags, refresh, out: folder }));
    });
  addExamples(
    command,
    ['weir inventory --out inventory', 'export the current cluster, one file per kind'],
    ['weir inventory --refresh', 'replace the inventory of the repository, and list changes'],
  );
};

const registerLock: Registrar = (program, done) => {
  const command = addClusterAccess(addConfiguration(program.command('lock')))
    .description('Show or write pending changes to weir.lock.yaml')
    .option('--from-cluster', 'Use the live cluster inventory')
    .addOption(writeOption())
    .action(async (given: LockFlags) => {
      const { lockCommand } = await import('./commands/lock.js');
      const { fromCluster = false, write = false, ...flags } = resolvePaths(program, given, 'config', 'kubeconfig');
      done(await lockCommand({ ...flags, fromCluster, write, path: repositoryOf(program) }));
    });
  addExitCodes(command, 'unwritten changes');
};

const registerInit: Registrar = (program, done) => {
  const command = addClusterAccess(program.command('init'))
    .description('Create weir.yaml, the inventory and a CI workflow')
    .option('--from-cluster', 'Read the live cluster')
    .addOption(mustGatherOption().conflicts('fromCluster'))
    .addOption(
      new Option('--from-inventory <files...>', 'Read inventory files').conflicts(['fromCluster', 'fromMustGather']),
    )
    .option('--northbound <file>', 'Northbound database file or `ovsdb-client dump` output')
    .addOption(new Option('--ci <provider>', 'CI provider (default: detected from git remotes)').choices(HOSTINGS))
    .option('--force', 'Overwrite existing files')
    .action(async (given: InitFlags) => {
      const { initCommand } = await import('./commands/init/init.js');
      const {
        force = false,
        fromInventory,
        ...flags
      } = resolvePaths(program, given, 'kubeconfig', 'fromMustGather', 'northbound');
      const folder = folderOf(program);
      const files = fromInventory?.map((file) => resolvePath(folder, file));
      done(await initCommand({ ...flags, ...(files ? { fromInventory: files } : {}), force, path: folder }));
    });
  addExamples(
    command,
    ['weir init', 'create a repository from the files in this folder'],
    ['weir init --from-cluster', 'create a repository from the current cluster'],
    ['weir init --from-must-gather must-gather', 'create a repository from a support archive'],
  );
};

/** Returns the inventory folder that weir.yaml names, or undefined if it names none or several. */
async function findSnapshot(folder: string): Promise<string | undefined> {
  const { snapshotOf } = await import('./inventory/snapshot.js');
  return snapshotOf(folder);
}

function mustGatherOption(): Option {
  return new Option('--from-must-gather <folder>', 'Read a must-gather folder');
}
