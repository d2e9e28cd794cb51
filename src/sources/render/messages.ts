import { defineFinding } from '../../model/catalogue.js';

/** What can be wrong with what a tool renders. */
export const messages = {
  toolFailed: defineFinding({
    code: 'source/tool-failed',
    severity: 'error',
    summary: 'The tool that renders a source failed.',
    why: 'What it renders would be missing from the result.',
    fix: 'run the tool by itself in that folder (`kubectl kustomize`, `helm template`): it says the same at length',
    message: (tool: string, folder: string, problem: string) => `${tool} cannot render ${folder}: ${problem}`,
  }),
  remoteBase: defineFinding({
    code: 'source/remote-base',
    severity: 'error',
    summary: 'A kustomization names something outside of the repository.',
    why: 'The result would depend on what a server gives today, and Weir fetches nothing.',
    fix: 'copy it into the repository (`kustomize localize`), and name the copy',
    message: (path: string) => `'${path}' is not in the repository: kustomize would fetch it`,
  }),
  kustomizationField: defineFinding<[field: string, meant: string | undefined]>({
    code: 'source/kustomization-field',
    severity: 'error',
    summary: 'A kustomization has a field that Weir does not know.',
    why: 'kustomize accepts names of fields in any case, so that a path or URL could pass unseen.',
    fix: 'write the fields as the documentation of kustomize 5 has them, each once',
    message: (field) => `'${field}' is not a field of kustomize 5`,
    help: (_field, meant) => (meant === undefined ? undefined : `write ${meant}`),
  }),
  networkShared: defineFinding({
    code: 'source/network-shared',
    severity: 'info',
    summary: 'kubectl and helm run with the network of this machine.',
    why: 'Weir rejects what they would fetch. Without a network namespace, nothing else stops them.',
    fix: 'allow user namespaces where Weir runs, and install `unshare` of util-linux',
    message: (tool: string) =>
      `${tool} has run with the network of this machine: no network namespace can be made here`,
  }),
  pluginRejected: defineFinding({
    code: 'source/plugin-rejected',
    severity: 'error',
    summary: 'A kustomization uses plugins or charts.',
    why: 'A plugin runs programs with the rights of whoever reviews the change.',
    fix: 'name a chart as a source of its own (`helm:`), or render the kustomization before',
    message: (field: string) => `the kustomization has ${field}, which Weir does not let kustomize run`,
  }),
};
