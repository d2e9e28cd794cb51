import type { Command } from 'commander';
import { Option } from 'commander';
import { folderOf, repositoryOf, resolvePath, resolvePaths } from './folder.js';
import { HOSTINGS, type Hosting } from './hosting.js';
import { printMessage } from './print.js';
import type { Registrar } from './registrar.js';

/** The options of `weir init`, as commander parses them. */
interface InitFlags {
  readonly fromCluster?: boolean;
  readonly fromMustGather?: string;
  readonly fromInventory?: readonly string[];
  readonly northbound?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly ci?: Hosting;
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

/** `inventory`, `init` and `lock`: what a cluster tells the compiler. */
export const registerCluster: Registrar = (program, done) => {
  addAccess(program.command('inventory'))
    .description('write what the compiler reads of a cluster into a folder, one file per kind')
    .addOption(
      new Option('--from-must-gather <folder>', 'read what `oc adm must-gather` wrote, and no cluster').conflicts([
        'kubeconfig',
        'context',
      ]),
    )
    .option('--out <folder>', 'the folder; what an earlier run wrote there is replaced')
    .addOption(
      new Option('--refresh', 'renew the snapshot that weir.yaml names, and say what has changed').conflicts('out'),
    )
    .action(async (given: InventoryFlags) => {
      const { inventoryCommand } = await import('./commands/inventory.js');
      const { out, refresh = false, ...flags } = resolvePaths(program, given, 'kubeconfig', 'out', 'fromMustGather');
      const folder = refresh ? await findSnapshot(repositoryOf(program)) : out;
      if (folder === undefined) {
        printMessage('say where the inventory goes: --out FOLDER, or --refresh where weir.yaml names one folder');
        done(1);
      } else done(await inventoryCommand({ ...flags, refresh, out: folder }));
    });
  addAccess(program.command('lock'))
    .description('say which assignments weir.lock.yaml would take over, and why; exit code 2 where there are any')
    .option('-c, --config <file>', 'the configuration; by default weir.yaml in the folder')
    .option('--from-cluster', 'with the inventory of the cluster as it is now, not that of the repository')
    .option('--write', 'write them')
    .action(async (given: LockFlags) => {
      const { lockCommand } = await import('./commands/lock.js');
      const { fromCluster = false, write = false, ...flags } = resolvePaths(program, given, 'config', 'kubeconfig');
      done(await lockCommand({ ...flags, fromCluster, write, path: repositoryOf(program) }));
    });
  addAccess(program.command('init'))
    .description('write weir.yaml, the inventory and the file for CI of a new repository, and say how egress is today')
    .option('--from-cluster', 'ask the API server')
    .addOption(
      new Option('--from-must-gather <folder>', 'read what `oc adm must-gather` wrote').conflicts('fromCluster'),
    )
    .addOption(
      new Option('--from-inventory <files...>', 'read files, folders or globs with objects of the cluster').conflicts([
        'fromCluster',
        'fromMustGather',
      ]),
    )
    .option('--northbound <file>', 'a Northbound database, or a dump of one: its version and networks')
    .addOption(
      new Option('--ci <hosting>', 'for which the file for CI is; by default as the remotes tell').choices(HOSTINGS),
    )
    .option('--force', 'replace weir.yaml, an inventory and the file for CI')
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
};

/** The folder of the inventory that weir.yaml names, where it is one. */
async function findSnapshot(folder: string): Promise<string | undefined> {
  const { snapshotOf } = await import('./inventory/snapshot.js');
  return snapshotOf(folder);
}

function addAccess(command: Command): Command {
  return command
    .option('--kubeconfig <file>', 'the kubeconfig; by default KUBECONFIG, ~/.kube/config or the service account')
    .option('--context <name>', 'a context of the kubeconfig; by default the current one');
}
