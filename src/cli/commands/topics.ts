import { TOPICS, type Topic } from '../../compare/render/report.js';

/** The topic of a fleet: clusters that are added, removed or moved to another folder. */
const CLUSTERS = 'clusters';

/** The topics that `--fail-on` accepts. */
export const FAIL_ON_TOPICS = [...TOPICS, CLUSTERS] as const;

/** Returns the error message for an unknown topic. */
export function explainTopics(): string {
  return `expected topics in --fail-on: ${FAIL_ON_TOPICS.join(', ')}`;
}

/**
 * Parses a list such as `opened,moved` for one cluster. Returns all topics without a list, or undefined for an unknown
 * topic.
 */
export function parseTopics(text: string | undefined): readonly Topic[] | undefined {
  if (text === undefined) return TOPICS;
  const words = wordsOf(text).filter((word) => word !== CLUSTERS);
  const topics = words.flatMap((word) => TOPICS.filter((topic) => topic === word));
  return topics.length === words.length ? topics : undefined;
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
