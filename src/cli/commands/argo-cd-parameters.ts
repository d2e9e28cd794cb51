/** Parameters of `weir generate` that Argo CD can set, as its own options can. */
export interface Parameters {
  /** The configuration file, relative to the application's folder. */
  readonly config?: string;
  /** Namespace of the ConfigMaps for appliers. */
  readonly namespace?: string;
  /** Contents of these ConfigMaps. */
  readonly deliver: Delivery;
  /** If true, parts that live controllers would reject are a failure. */
  readonly strict: boolean;
  /** If true, an assignment that is missing in weir.lock.yaml is a failure. */
  readonly locked: boolean;
}

/**
 * `policy`: the policy bundle, which appliers compile with the inventory of their cluster. `artefacts`: the output for
 * the inventory of the repository.
 */
export type Delivery = (typeof DELIVERIES)[number];

const DELIVERIES = ['policy', 'artefacts', 'nothing'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = ['config', 'namespace', 'deliver', 'strict', 'locked'] as const;
type Name = (typeof NAMES)[number];

/**
 * Parses the input of a config management plugin. `ARGOCD_APP_PARAMETERS` is a JSON list of `{name, string}`, and takes
 * precedence over `ARGOCD_ENV_WEIR_<NAME>`. The default namespace is the destination of the application
 * (`ARGOCD_APP_NAMESPACE`). Returns an error message if a parameter is invalid.
 */
export function readParameters(environment: Environment): Parameters | string {
  const announced = readAnnounced(environment.ARGOCD_APP_PARAMETERS ?? '');
  if (typeof announced === 'string') return announced;
  const texts = new Map<Name, string>();
  for (const name of NAMES) {
    const text = announced.get(name) ?? environment[`ARGOCD_ENV_WEIR_${name.toUpperCase()}`];
    if (text !== undefined && text !== '') texts.set(name, text);
  }
  const flags = (['strict', 'locked'] as const).map((name) => [name, texts.get(name)] as const);
  const bad = flags.find(([, text]) => text !== undefined && text !== 'true' && text !== 'false');
  if (bad) return `the parameter ${bad[0]} is '${bad[1] ?? ''}', neither true nor false`;
  const deliver = DELIVERIES.find((one) => one === (texts.get('deliver') ?? 'policy'));
  if (!deliver) return `the parameter deliver is '${texts.get('deliver') ?? ''}': choices are ${DELIVERIES.join(', ')}`;
  const config = texts.get('config');
  const namespace = texts.get('namespace') ?? environment.ARGOCD_APP_NAMESPACE;
  return {
    ...(config === undefined ? {} : { config }),
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
    deliver,
    strict: texts.get('strict') === 'true',
    locked: texts.get('locked') === 'true',
  };
}

function readAnnounced(json: string): ReadonlyMap<Name, string> | string {
  if (json.trim() === '') return new Map();
  const list = parseList(json);
  if (!list) return 'ARGOCD_APP_PARAMETERS is not a JSON list of parameters';
  const found = new Map<Name, string>();
  for (const item of list) {
    const { name, string } = (item ?? {}) as { readonly name?: unknown; readonly string?: unknown };
    const known = NAMES.find((one) => one === name);
    if (!known) return `unknown parameter ${JSON.stringify(name)}: choices are ${NAMES.join(', ')}`;
    if (string !== undefined && typeof string !== 'string') return `the parameter ${known} must be a string`;
    if (string !== undefined) found.set(known, string);
  }
  return found;
}

function parseList(json: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
