import { parseIni } from '../../../discovery/ini.js';
import type { Feature } from '../../../model/configuration.js';
import { hasPodEnded, nameOf, pathOfName, readMetadata, textOf } from '../../../model/kubernetes-object.js';
import {
  CONTROLLER_CONFIG,
  CONTROLLER_CONTAINERS,
  CONTROLLER_SCRIPT,
  type ControllerScope,
  type ControllerSwitch,
  FEATURE_SECTION,
  FEATURE_SWITCHES,
} from '../../../ovn-kubernetes/live-controllers.js';
import { type Json, type JsonObject, asList, asObject } from '../../../std/json.js';

/** ConfigMaps of ovnkube in a namespace. Missing ones are unset. */
export interface ControllerFiles {
  readonly config?: JsonObject;
  readonly script?: JsonObject;
}

/** A container of ovnkube that runs in pods of one workload with the same switches. */
export interface ControllerContainer {
  readonly name: string;
  readonly scope: ControllerScope;
  /** `<Kind> <namespace>/<name>` of the workload, or of the pod if it has none. */
  readonly workload: string;
  /** `<namespace>/<name>` of its pods. */
  readonly pods: readonly string[];
  /** Enabled feature → place that enables it. */
  readonly enabled: ReadonlyMap<Feature, string>;
  /** Flags, without dashes, that keep rows of disabled features. */
  readonly keeping: ReadonlySet<string>;
}

/**
 * Returns the containers of ovnkube in pods that have not ended, in the order in which to turn features off. Containers
 * for other zones are skipped. `isInZone`: whether a node belongs to the zone.
 */
export function findContainers(
  pods: readonly JsonObject[],
  files: ControllerFiles,
  isInZone: (node: string) => boolean,
): readonly ControllerContainer[] {
  const found = new Map<string, ControllerContainer & { readonly pods: string[] }>();
  for (const pod of pods) {
    const spec = asObject(pod.spec) ?? {};
    if (hasPodEnded(pod)) continue;
    for (const container of objectsIn(spec.containers)) {
      const name = textOf(container.name);
      const scope = CONTROLLER_CONTAINERS.get(name);
      if (scope === undefined || (scope !== 'cluster' && !isInZone(textOf(spec.nodeName)))) continue;
      const workload = workloadOf(pod);
      const place = `container ${name} of ${workload}`;
      const isOn = (one: ControllerSwitch): string | undefined => findSwitch(one, container, place, pod, files);
      const enabled = new Map(
        [...FEATURE_SWITCHES].flatMap(([feature, one]) => {
          const by = isOn(one);
          return by === undefined ? [] : [[feature, by] as const];
        }),
      );
      const keeping = [...FEATURE_SWITCHES.values()].flatMap(({ keptBy }) =>
        keptBy && isOn(keptBy) ? keptBy.flag : [],
      );
      const key = JSON.stringify([place, ...enabled, ...keeping]);
      const same = found.get(key) ?? { name, scope, workload, pods: [], enabled, keeping: new Set(keeping) };
      same.pods.push(pathOfName(nameOf(pod)));
      found.set(key, same);
    }
  }
  const order = [...CONTROLLER_CONTAINERS.keys()];
  return [...found.values()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return asList(list).flatMap((item) => {
    const object = asObject(item);
    return object ? [object] : [];
  });
}

/** Returns the workload of a pod: of its ReplicaSet, the Deployment. */
function workloadOf(pod: JsonObject): string {
  const { namespace, name } = nameOf(pod);
  const [owner] = objectsIn(asObject(pod.metadata)?.ownerReferences);
  if (!owner) return `Pod ${pathOfName({ namespace, name })}`;
  const hash = readMetadata(pod, 'labels', 'pod-template-hash');
  const ownerName = textOf(owner.name);
  const suffix = `-${hash ?? ''}`;
  return owner.kind === 'ReplicaSet' && hash !== undefined && ownerName.endsWith(suffix)
    ? `Deployment ${pathOfName({ namespace, name: ownerName.slice(0, -suffix.length) })}`
    : `${textOf(owner.kind)} ${pathOfName({ namespace, name: ownerName })}`;
}

/**
 * Returns the place that turns a switch on, or undefined if it is off. A flag precedes a variable, and both precede the
 * configuration file. The script may use a flag only on a condition, so a flag there counts as on.
 */
function findSwitch(
  { flag, variable }: ControllerSwitch,
  container: JsonObject,
  place: string,
  pod: JsonObject,
  { config, script }: ControllerFiles,
): string | undefined {
  const words = [...asList(container.command), ...asList(container.args)].map(textOf).join('\n');
  const inWords = readFlag(words, flag);
  if (inWords !== undefined) return inWords ? `--${flag} in ${place}` : undefined;
  const variables = objectsIn(container.env);
  const { value, valueFrom } = variables.find(({ name }) => name === variable) ?? {};
  // A reference may lead to any value.
  if (valueFrom !== undefined || textOf(value) !== '')
    return valueFrom !== undefined || value === 'true' ? `${variable} in ${place}` : undefined;
  const { namespace } = nameOf(pod);
  const texts = Object.values(asObject(script?.data) ?? {}).map(textOf);
  if (texts.some((text) => readFlag(text, flag) === true))
    return `--${flag} in ConfigMap ${pathOfName({ namespace, name: CONTROLLER_SCRIPT })}`;
  const data = asObject(config?.data) ?? {};
  const inFile = CONTROLLER_CONFIG.files.some(
    (file) => parseIni(textOf(data[file])).get(FEATURE_SECTION)?.get(flag) === 'true',
  );
  return inFile ? `${flag} in ConfigMap ${pathOfName({ namespace, name: CONTROLLER_CONFIG.name })}` : undefined;
}

/** Returns the value of a flag in a command line or script, or undefined if it is not there. */
function readFlag(text: string, flag: string): boolean | undefined {
  const found = new RegExp(`(?<![\\w-])--?${flag}(?![\\w-])(?:=(\\w*))?`).exec(text);
  return found ? (found[1] ?? 'true') === 'true' : undefined;
}
