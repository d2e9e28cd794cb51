import type { FindingDefinition } from '../model/catalogue.js';

/** Renders the documentation of a finding in Markdown, with an example if there is one. */
export function renderFindingPage(definition: FindingDefinition, example?: string): string {
  const { code, severities, summary, why, fix } = definition;
  const text = `### ${code}\n\n_${severities.join(', ')}_. ${summary} ${why}\n\n**Fix:** ${fix}.\n`;
  return example === undefined ? text : `${text}\n${FENCE}\n${example}\n${FENCE}\n`;
}

const FENCE = '```';

/** Returns the example of a finding from a document of such pages, or undefined if it has none. */
export function findExample(document: string, code: string): string | undefined {
  const start = document.indexOf(`\n### ${code}\n`);
  if (start < 0) return undefined;
  const next = document.indexOf('\n### ', start + 1);
  const page = document.slice(start, next < 0 ? undefined : next);
  const [, example] = page.split(`\n${FENCE}\n`);
  return example;
}
