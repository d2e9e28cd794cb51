import { defineFinding } from '../../model/catalogue.js';

/** What can be wrong with what a tool renders. */
export const messages = {
  toolFailed: defineFinding({
    code: 'source/tool-failed',
    severity: 'error',
    summary: 'The tool that renders a source failed.',
    why: 'The result would be incomplete.',
    fix: 'run the tool in that folder (`kubectl kustomize`, `helm template`) for details',
    message: (tool: string, folder: string, problem: string) => `${tool} cannot render ${folder}: ${problem}`,
  }),
  remoteBase: defineFinding({
    code: 'source/remote-base',
    severity: 'error',
    summary: 'A kustomization references a resource outside of the repository.',
    why: 'The result would depend on the current content of a server, and Weir fetches nothing.',
    fix: 'copy the resource to the repository (`kustomize localize`), and reference the copy',
    message: (path: string) => `'${path}' is not in the repository, so kustomize would fetch it`,
  }),
  kustomizationField: defineFinding<[field: string, meant: string | undefined]>({
    code: 'source/kustomization-field',
    severity: 'error',
    summary: 'A kustomization has an unknown field.',
    why: 'Weir cannot validate paths and URLs in the field, which kustomize may accept in a different case.',
    fix: 'use each field of kustomize 5 once, in the spelling of its documentation',
    message: (field) => `unknown field '${field}', expected a field of kustomize 5`,
    help: (_field, meant) => (meant === undefined ? undefined : `use ${meant}`),
  }),
  networkShared: defineFinding({
    code: 'source/network-shared',
    severity: 'info',
    summary: 'kubectl and helm run with access to the network.',
    why: 'Weir rejects remote references, but cannot block other network access without a network namespace.',
    fix: 'allow user namespaces on this machine, and install `unshare` of util-linux',
    message: (tool: string) =>
      `${tool} ran with access to the network, because this machine allows no network namespace`,
  }),
  pluginRejected: defineFinding({
    code: 'source/plugin-rejected',
    severity: 'error',
    summary: 'A kustomization uses plugins or charts.',
    why: 'A plugin runs programs with the permissions of the reviewer.',
    fix: 'add the chart as a separate source (`helm:`), or render the kustomization first',
    message: (field: string) => `'${field}' is not supported, because it runs plugins or charts`,
  }),
};
