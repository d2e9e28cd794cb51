import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Plugin, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Replaces a module of Node.js for all that is loaded after it. */
const REPLACING = 'test/rendered/interruption.test.ts';

const SOURCES = new URL('src/', import.meta.url).href;
const BUILD = new URL('build/', import.meta.url).href;
const PAGE = `${SOURCES}report/page/`;

/**
 * Replaces each module of `src` by the one that `npm run build` has compiled from it. Node.js loads these itself, which takes
 * less time than to transform and evaluate the sources. The page of `weir report` is not in `build`.
 */
const builtSources: Plugin = {
  name: 'built-sources',
  enforce: 'pre',
  resolveId(name, importer) {
    if (importer === undefined || !name.startsWith('.')) return null;
    const { href } = new URL(name, `file://${importer}`);
    if (!href.startsWith(SOURCES) || !href.endsWith('.js') || href.startsWith(PAGE)) return null;
    return fileURLToPath(href.replace(SOURCES, BUILD));
  },
};

/** Only commands that build just before set the variable. Without it, the tests load the sources, whatever `build` contains. */
const built =
  process.env.WEIR_BUILT === 'yes'
    ? {
        plugins: [builtSources],
        test: { server: { deps: { external: [new RegExp(`^(file://)?${fileURLToPath(BUILD)}`)] } } },
      }
    : {};

/** Files that take long, the longest first. Of the others, vitest runs the largest files first. */
const LONG = [
  'ovn/topologies',
  'golden/golden',
  'cli/fleet-clusters',
  'cli/follow/fields',
  'ovn/services',
  'apply/northbound/killed',
  'policy/same-bytes',
  'ovn/policy-connections',
  'ovn/truth-tables',
  'deploy/release',
  'haproxy/configuration',
  'security/hidden-changes',
  'security/hostile-repository',
  'ovn/packets',
  'apply/node/traffic',
  'torture/torture',
  'apply/node/recovery',
  'report/browser/large',
  'ovn/live-egress',
  'ovn/live',
  'hosts/packets',
  'cli/follow/last-run',
  'cli/live/failover',
  'ovn/egress-ip',
  'rendered/kill',
  'cli/live/commands',
  'clients/kubernetes/election',
];

/** Starts the files that take long before the others, so that no worker is left with one at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(
      LONG.map((name, place) => [fileURLToPath(new URL(`test/${name}.test.ts`, import.meta.url)), place]),
    );
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? LONG.length;
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Many tests wait for servers and for packets that do not come: two files more than there are cores run at a time.
    maxWorkers: availableParallelism() + 2,
    // A test that waits for an event fails by that wait, which names the event, and not by these.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Results that commands remember are checked by new runs of their queries.
    env: { WEIR_VERIFY: '1' },
    projects: [
      {
        extends: true,
        ...built,
        // To load the modules again for every file takes longer than most files.
        test: { ...built.test, name: 'shared', include: ['test/**/*.test.ts', `!${REPLACING}`], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: [REPLACING] } },
    ],
  },
});
