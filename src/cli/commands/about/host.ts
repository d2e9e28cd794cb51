import { backendName } from '../../../haproxy/names.js';
import type { Cause } from '../../../model/intent/cause.js';
import { titleOf } from '../../../model/kubernetes-object.js';
import { normalizeName } from '../../../net/dns-name.js';
import { listExposed } from '../../../requests/exposed.js';
import { listNames } from '../../../std/list-text.js';
import { describeFilter } from '../../../traffic/describe.js';
import { exposedData, exposedLines } from '../requests/render-exposed.js';
import { createLocationText, dataOfConcerns, findConcerns, linesOfConcerns, titledSection } from './concerns.js';
import type { SubjectAnswer } from './answer.js';
import type { InterpretedInput } from './side.js';

/**
 * Explains a host: the Routes that serve it, and the rules that name it as a destination. Returns undefined if nothing
 * has the name.
 */
export function explainHost(input: InterpretedInput, host: string): SubjectAnswer | undefined {
  const { side, folder } = input;
  const { intents, cluster } = side;
  const isNamed = createHostCheck(host);
  const exposed = intents.filter((intent) => intent.effect === 'expose');
  const urls = listExposed(exposed, cluster.ingressControllers).filter((url) => url.host === host);
  const routes = exposed.filter((intent) => intent.host === host);
  const rules = intents
    .flatMap((intent) => (intent.effect === 'filter' && intent.names.some(isNamed) ? intent.rules() : []))
    .filter(({ destinations }) => destinations.some((one) => one.type === 'name' && isNamed(one.set)))
    .map(describeFilter);
  if (routes.length + rules.length === 0) return undefined;
  const textOf = createLocationText([...routes.map(({ cause }) => cause), ...rules.map(({ cause }) => cause)], folder);
  const named = ({ kind, ...cause }: Cause, own: Cause): string =>
    `${titleOf(kind, cause)} (${textOf(own) ?? 'unknown place'})`;
  const about = findConcerns(input, { pods: new Set(), host, objects: routes.map(({ cause }) => cause) });
  const answers = (cluster.dnsAnswers.get(normalizeName(host)) ?? []).map(({ text }) => text);
  const backends = routes.map((intent) => ({ route: named(intent.cause, intent.cause), backend: backendName(intent) }));
  const destinations = rules.map(({ cause, text }) => ({ resource: named(cause, cause), rule: text }));
  return {
    lines: [
      host,
      ...titledSection('reachable from outside', exposedLines(urls, 'text')),
      ...titledSection(
        'Routes',
        backends.map(({ route, backend }) => `${route}: HAProxy backend ${backend}`),
      ),
      ...titledSection(
        'rules that name it',
        destinations.map(({ resource, rule }) => `${resource}: ${rule}`),
      ),
      ...titledSection('DNS answers', answers.length === 0 ? [] : [listNames(answers, 20)]),
      ...linesOfConcerns(about, folder),
    ],
    data: {
      ...{ host, ...exposedData(urls), routes: backends, rules: destinations, dnsAnswers: answers },
      ...dataOfConcerns(about, folder),
    },
  };
}

/** Returns a test for the sets of addresses of a host. */
function createHostCheck(host: string): (set: { readonly name: string }) => boolean {
  const normalized = normalizeName(host);
  return ({ name }) => normalizeName(name) === normalized;
}
