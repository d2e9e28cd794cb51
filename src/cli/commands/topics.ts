import { TOPICS, type Topic } from '../../compare/render/report.js';

/** The topic of a fleet: clusters that are added, removed or moved to another folder. */
const CLUSTERS = 'clusters';

/** The topics that `--fail-on` accepts. */
export const FAIL_ON_TOPICS = [...TOPICS, CLUSTERS] as const;

/** Returns the error message for an unknown topic. */
export function explainTopics(): string {
  return `expected topics in --fail-on: ${FAIL_ON_TOPICS.join(', ')}`;
}

/** The topics of a list such as `opened,moved` for one cluster; without a list all. Undefined where a word is not a topic. */
export function parseTopics(text: string | undefined): readonly Topic[] | undefined {
  if (text === undefined) return TOPICS;
  const words = wordsOf(text).filter((word) => word !== CLUSTERS);
  const topics = words.flatMap((word) => TOPICS.filter((topic) => topic === word));
  return topics.length === words.length ? topics : undefined;
}

/**
 * Whether such a list has the clusters of a fleet: by their name, or by `opened`, since what a cluster that went keeps out,
 * or lets pass, is no longer compared.
 */
export function countsClusters(text: string): boolean {
  return wordsOf(text).some((word) => word === CLUSTERS || word === 'opened');
}

function wordsOf(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}
