// Input for the compiler of `build`, in memory.
import { checkConfiguration } from '../../build/schema/configuration.js';
import { parseConfiguration } from '../../build/settings/configuration/parse.js';

export const SETTINGS =
  'clusterSubnets: [10.128.0.0/10/24]\nmanifests: [egress/*.yaml]\ninventory: [inventory/*.yaml]\n';

/** The configuration of a text, with its file. */
export function configure(text) {
  const configurationFile = { path: 'weir.yaml', text };
  return { configurationFile, configuration: parseConfiguration(configurationFile, checkConfiguration, fail) };
}

export const fileOf = (path, text) => ({ path, text, ...(path.startsWith('inventory') && { role: 'inventory' }) });

/** Throws if a compilation has errors. Returns it otherwise. */
export function requireValid(compilation) {
  compilation.diagnostics.filter(({ severity }) => severity === 'error').forEach(fail);
  return compilation;
}

function fail(finding) {
  throw new Error(finding.message);
}

/** Processor time of this process in milliseconds. */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
