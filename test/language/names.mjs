const EXPORT = /^export (?:declare )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

/** Names that several files may export, and why. */
const SAME_ROLE = new Set([
  // The catalogue of findings of each module.
  'messages',
  // The bundle replaces one file by the other.
  'validatorOf',
  // The interface of the package.
  ...['compile', 'Artefact', 'Compilation', 'Comparison'],
  // The same step of each target of an apply.
  ...['ownerOf', 'readLive'],
  // The same step of each kind.
  ...['MAX_RULES', 'PolicySpec', 'ResolvedPolicy', 'RuleProblem', 'checkName', 'findBackends', 'listGivenAddresses'],
  ...['lowerPolicies', 'reportUnknownServices', 'resolvePolicies', 'specOf'],
]);

/**
 * Returns one message for each name that several files export with different meanings.
 */
export function findRepeatedExports(files) {
  const byName = new Map();
  for (const [path, text] of files)
    for (const [, name] of text.matchAll(EXPORT)) byName.set(name, new Set(byName.get(name)).add(path));
  return [...byName]
    .filter(([name, paths]) => paths.size > 1 && !SAME_ROLE.has(name))
    .map(([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}: one name has one meaning`);
}
