/** The nouns and what knows nothing of the rest: every room may import them. */
export const GROUND = ['model', 'net', 'std'];

/**
 * Every room of `src`, and the rooms that it may import besides itself and the ground. Data goes down this list: no room
 * imports one that stands above it. A folder without a line here fails the test.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'cli.ts': ['cli'],
  cli: [
    'compare',
    'apply',
    'apply/northbound',
    'apply/node',
    'apply/cluster',
    'compile',
    'compile/1-read',
    'compile/3-index',
    'compile/6-emit',
    'rendered',
    'sources',
    'requests',
    'traffic',
    'kinds',
    'settings',
    'schema',
    'clients/kubernetes',
    'clients/ovsdb',
    'clients/github',
    'diagnostics',
    'certificates',
    'findings.ts',
  ],
  'findings.ts': [
    'compile/1-read',
    'compile/3-index',
    'compile/4-claim',
    'compile/5-lower',
    'compile/6-emit',
    'rendered',
    'sources',
    'kinds',
    'settings',
    'schema',
    'yaml',
  ],
  'index.ts': ['compare', 'compile', 'settings', 'schema', 'diagnostics'],
  compare: ['compile', 'compile/6-emit', 'traffic', 'northbound', 'kinds', 'diagnostics'],
  requests: ['compile/6-emit', 'kinds', 'ingress', 'certificates', 'traffic'],
  apply: [],
  'apply/northbound': ['rendered', 'kinds', 'northbound', 'clients/ovsdb', 'ovn-kubernetes'],
  'apply/node': ['rendered', 'nftables', 'ovn-kubernetes'],
  'apply/cluster': ['rendered', 'clients/kubernetes', 'cloud'],
  compile: [
    'compile/1-read',
    'compile/2-validate',
    'compile/3-index',
    'compile/4-claim',
    'compile/5-lower',
    'compile/6-emit',
    'rendered',
    'kinds',
    'settings',
    'schema',
    'diagnostics',
  ],
  'compile/1-read': ['diagnostics', 'yaml'],
  'compile/2-validate': ['kinds', 'schema', 'yaml'],
  'compile/3-index': ['selectors', 'cloud', 'ovn-kubernetes', 'diagnostics', 'yaml'],
  'compile/4-claim': ['kinds', 'cloud', 'ovn-kubernetes', 'yaml'],
  'compile/5-lower': ['kinds', 'traffic'],
  sources: ['rendered', 'yaml'],
  rendered: ['northbound', 'schema', 'yaml'],
  'compile/6-emit': ['ingress', 'traffic', 'northbound', 'nftables', 'template', 'cloud', 'ovn-kubernetes'],
  schema: ['yaml'],
  settings: ['kinds', 'ingress', 'selectors', 'yaml'],
  kinds: ['ingress', 'certificates', 'selectors', 'traffic', 'cloud', 'ovn-kubernetes', 'yaml'],
  'clients/github': ['diagnostics'],
  'clients/kubernetes': [],
  'clients/ovsdb': [],
  diagnostics: ['yaml'],
  ingress: ['certificates', 'selectors'],
  traffic: [],
  trace: ['northbound', 'ovn-kubernetes'],
  northbound: [],
  nftables: ['template', 'ovn-kubernetes'],
  template: [],
  certificates: [],
  selectors: [],
  cloud: [],
  'ovn-kubernetes': [],
  yaml: [],
  model: ['net', 'std'],
  net: [],
  std: [],
};

/** Where each outside package is used: nowhere else. */
export const HOMES: Readonly<Record<string, string>> = {
  ajv: 'schema',
  'js-yaml': 'yaml',
  'simple-git': 'sources',
  commander: 'cli',
  handlebars: 'template',
  yaml: 'settings',
  fflate: 'rendered',
  '@octokit/rest': 'clients/github',
  '@octokit/plugin-retry': 'clients/github',
  '@octokit/plugin-throttling': 'clients/github',
  pino: 'cli',
  'prom-client': 'cli',
  '@kubernetes/client-node': 'clients/kubernetes',
};

/** Rooms that talk to the outside; in `apply` those files that are not below `diff`. */
export const IMPURE = ['cli.ts', 'cli', 'sources', 'rendered', 'apply/', 'clients/'];

/** Folders with fewer than three files, and why they are folders all the same. */
export const SMALL_FOLDERS: Readonly<Record<string, string>> = {
  'apply/cluster/live': 'the same folders in every target',
  'compile/6-emit/cloud-plan': 'a folder for each artefact',
  'compile/6-emit/manifests': 'a folder for each artefact',
  'compile/6-emit/nftables': 'a folder for each artefact',
  'compile/6-emit/status': 'a folder for each artefact',
  'compile/6-emit/northbound/egress-service': 'a folder for each subject of rows',
  nftables: 'what writes the ruleset of a node and what reads it back',
  template: 'the only door to the templates',
  settings: 'two files of a repository, a folder each',
};

/** What a module remembers beyond a run, and why. */
export const MEMOS: Readonly<Record<string, string>> = {
  'compile/2-validate/index.ts schemas': 'the schema of a kind is compiled once because it stays one object',
  'kinds/exposure.ts known': 'several kinds ask what one run has decided; it goes with the context of that run',
  'schema/schema.ts compiled': 'to compile a schema takes longer than most runs',
  'schema/schema.ts compiler': 'the same',
};
