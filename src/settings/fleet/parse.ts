import type { SchemaCheck } from '../../model/schema-check.js';
import type { Finding, Reporter } from '../../model/diagnostic.js';
import type { Origin, SourceFile } from '../../model/manifest.js';
import type { ReportAt } from '../../model/report-at.js';
import { escapePointer } from '../../yaml/locate.js';
import { readMapping } from '../../yaml/mapping.js';
import { messages } from './messages.js';
import { fleetSchema } from './schema.js';

/** Path of the list of clusters, above their folders. */
export const FLEET_PATH = 'weir.fleet.yaml';

/** Folder of weir.fleet.yaml, or a glob of folders. */
export interface FleetEntry {
  /** Name of the cluster. If unset, the entry is a glob. */
  readonly name?: string;
  /** Folder relative to weir.fleet.yaml. */
  readonly folder: string;
  /** Reports at the entry. */
  readonly reportHere: (finding: Finding) => void;
}

/** Content of `weir.fleet.yaml`, valid by the schema. */
interface Written {
  readonly clusters?: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** Reads weir.fleet.yaml, clusters with a name first. Returns undefined if there are errors, which are reported. */
export function parseFleet(file: SourceFile, check: SchemaCheck, report: Reporter): readonly FleetEntry[] | undefined {
  const origin: Origin = { file, start: 0, end: file.text.length, pointer: '' };
  const object = readMapping(file, messages.notAMapping, report);
  if (!object || !check(fleetSchema, object, origin, report)) return undefined;
  const reportAt: ReportAt = (finding, pointer) => {
    report({ ...finding, location: { origin, pointer } });
  };
  const { clusters = {}, folders = [] }: Written = object;
  const names = Object.keys(clusters);
  if (names.length + folders.length === 0) reportAt(messages.noClusters(), '');
  const bad = names.filter((name) => !NAME.test(name));
  for (const name of bad) {
    report({ ...messages.badName(name), location: { origin, pointer: pointerOf(name), part: 'key' } });
  }
  if (bad.length > 0 || names.length + folders.length === 0) return undefined;
  return [
    ...Object.entries(clusters).map(([name, folder]) => ({ name, folder, reportHere: at(pointerOf(name)) })),
    ...folders.map((folder, index) => ({ folder, reportHere: at(`/folders/${index}`) })),
  ];

  function at(pointer: string): FleetEntry['reportHere'] {
    return (finding) => {
      reportAt(finding, pointer);
    };
  }
}

function pointerOf(name: string): string {
  return `/clusters/${escapePointer(name)}`;
}
