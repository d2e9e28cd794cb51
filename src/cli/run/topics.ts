import { TOPICS, type Topic } from '../../compare/render/report.js';

/** The topic of a fleet: clusters that are added, removed or moved to another folder. */
const CLUSTERS = 'clusters';

/** The topics that `--fail-on` accepts. */
export const FAIL_ON_TOPICS = [...TOPICS, CLUSTERS] as const;

/**
 * Parses a list such as `opened,moved` for one cluster. Returns all topics without a list. Returns an error message for
 * an unknown topic, and for `seen` without files of observed flows.
 */
export function parseTopics(text: string | undefined, flows: readonly string[] | undefined): readonly Topic[] | string {
  if (text === undefined) return TOPICS;
  const words = wordsOf(text).filter((word) => word !== CLUSTERS);
  const topics = words.flatMap((word) => TOPICS.filter((topic) => topic === word));
  if (topics.length < words.length) return `expected topics in --fail-on: ${FAIL_ON_TOPICS.join(', ')}`;
  return flows === undefined && topics.includes('seen') ? '--fail-on seen requires --flows' : topics;
}

/**
 * Returns true if such a list includes changes of the clusters of a fleet: by their topic, or by `opened`, because a
 * removed cluster is no longer compared.
 */
export function countsClusters(text: string): boolean {
  return wordsOf(text).some((word) => word === CLUSTERS || word === 'opened');
}

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}
