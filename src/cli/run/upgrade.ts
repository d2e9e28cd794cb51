import type { ComparedInput } from '../../compare/interpret-side.js';
import type { Upgrade } from '../../compare/upgrade.js';
import { messages } from '../../compile/upgrade-messages.js';
import type { Report } from '../../model/diagnostic.js';
import type { SourceFile } from '../../model/manifest.js';
import { asObject } from '../../std/json.js';
import { quote } from '../../std/quote.js';
import { suggest } from '../../std/suggest.js';
import type { Both } from '../../traffic/side.js';
import { RELEASES } from '../../ovn-kubernetes/releases/index.js';
import { compose } from '../../yaml/compose.js';

/** Parses `FROM..TO`, two releases. Returns an error message if the text is invalid. */
export function parseUpgrade(text: string): Upgrade | string {
  const names = RELEASES.map(({ name }) => name);
  const words = /^(.+?)\.\.(.+)$/.exec(text)?.slice(1) ?? [];
  const [from, to] = words.map((word) => RELEASES.find(({ name }) => name === word));
  const unknown = words.find((word) => !names.includes(word));
  if (from && to && from !== to) return { from, to };
  if (from && to) return '--upgrade needs two different releases';
  if (unknown === undefined) return `--upgrade takes FROM..TO, two of ${names.join(', ')}`;
  const meant = suggest(unknown, names);
  const advice = meant === undefined ? '' : `, did you mean ${quote(meant)}?`;
  return `--upgrade does not know the release ${quote(unknown)}${advice === '' ? ':' : advice} expected ${names.join(', ')}`;
}

/**
 * Returns the inputs of both sides of an upgrade. Node annotations of the inventory are converted to the format of the
 * new release, with the same values.
 */
export function upgradeInputs({ before, after }: Both<ComparedInput>, { from, to }: Upgrade): Both<ComparedInput> {
  const release = { ...to, nodes: from.nodes };
  const reports = [...after.reports, ...reportOtherRelease(after.configurationFile, { from, to })];
  return {
    before: { ...before, otherDefinitions: to.definitions },
    after: {
      ...after,
      otherDefinitions: from.definitions,
      configuration: { ...after.configuration, release },
      reports,
    },
  };
}

/** Reports a configuration file that names a release other than those of the upgrade. */
function reportOtherRelease(file: SourceFile | undefined, { from, to }: Upgrade): Report[] {
  const written = file && asObject(compose(file.text).values[0])?.ovnKubernetes;
  if (!file || typeof written !== 'string' || written === from.name || written === to.name) return [];
  const origin = { file, start: 0, end: file.text.length, pointer: '' };
  return [{ ...messages.otherRelease(written, from.name, to.name), location: { origin, pointer: '/ovnKubernetes' } }];
}
