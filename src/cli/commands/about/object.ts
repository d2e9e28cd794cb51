import type { Pod } from '../../../model/cluster.js';
import type { ResourceName } from '../../../model/diagnostic.js';
import type { Cause } from '../../../model/intent/cause.js';
import type { Manifest } from '../../../model/manifest.js';
import { pathOfName } from '../../../model/kubernetes-object.js';
import { describePolicyRule, describeSelection } from '../../../report/rule-words.js';
import { listNames } from '../../../std/list-text.js';
import { collectTraffic } from '../../../traffic/collect-traffic.js';
import { describeFilter, describeMark } from '../../../traffic/describe.js';
import { policiesOf } from '../../../traffic/policies/model.js';
import { findRule, splitRule } from '../../run/rule-name.js';
import type { SubjectAnswer } from './answer.js';
import { createLocationText, dataOfConcerns, findConcerns, linesOfConcerns, titledSection } from './concerns.js';
import type { InterpretedInput } from './side.js';

/** A rule of an object, as text. */
interface DescribedRule {
  readonly text: string;
  readonly cause: Cause;
}

/** The rules of an object that filters or marks packets, and the pods that they apply to. */
interface RulesOfObject {
  readonly subject: string;
  readonly pods: readonly Pod[];
  readonly rules: readonly DescribedRule[];
}

/**
 * Returns the pointer of a rule that a name with `:RULE` selects, and the name of its object. Returns a sentence if the
 * object has no such rule.
 */
export function findNamedRule(
  manifests: readonly Manifest[],
  { kind, name: written }: { readonly kind: string; readonly name: string },
): { readonly name: string; readonly pointer?: string } | string {
  const { name, rule } = splitRule(written);
  const manifest = manifests.find((one) => one.kind.toLowerCase() === kind.toLowerCase() && pathOfName(one) === name);
  if (rule === undefined || !manifest) return { name: written };
  const found = findRule(manifest, rule);
  return typeof found === 'string' ? found : { name, pointer: `/spec/${found.list}/${found.index}` };
}

/** Explains which pods the rules of an object apply to, and what is said about it. Returns undefined for other objects. */
export function explainRules(
  input: InterpretedInput,
  isMeant: (one: ResourceName) => boolean,
  pointer?: string,
): SubjectAnswer | undefined {
  const { side, folder, findings } = input;
  const object = side.prepared.manifests.find(isMeant);
  if (!object) return undefined;
  const own = collectRules(input, isMeant);
  const pods = new Set(own?.pods);
  const { kind, namespace, name } = object;
  const found = findConcerns(input, { pods, objects: [{ kind, namespace, name }] });
  const about = findings.filter(({ resource, pointer: at = '' }) => {
    const isHere = pointer === undefined || `${at}/`.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${at}/`);
    return resource !== undefined && isMeant(resource) && isHere;
  });
  const concerns = { applies: [], serves: [], expectations: found.expectations, findings: about };
  const rules = (own?.rules ?? []).filter(
    ({ cause }) => pointer === undefined || `${cause.pointer}/`.startsWith(`${pointer}/`),
  );
  const textOf = createLocationText(
    rules.map(({ cause }) => cause),
    folder,
  );
  const shown = rules.map(({ text, cause }) => ({ rule: text, at: textOf(cause) }));
  const names = [...pods].map(pathOfName);
  return {
    lines: [
      ...titledSection('applies to', own ? [`${own.subject}: ${listNames(names) || 'no pod'}`] : []),
      ...titledSection(
        'rules',
        shown.map(({ rule, at }) => (at === undefined ? rule : `${rule} (${at})`)),
      ),
      ...linesOfConcerns(concerns, folder),
    ],
    data: {
      ...(own ? { appliesTo: own.subject } : {}),
      pods: names,
      rules: shown,
      ...dataOfConcerns(concerns, folder),
    },
  };
}

function collectRules({ side }: InterpretedInput, isMeant: (one: ResourceName) => boolean): RulesOfObject | undefined {
  const { intents, cluster } = side;
  const policy = policiesOf(intents).find(({ cause }) => isMeant(cause));
  if (policy) {
    const { subject, rules } = policy;
    return {
      subject: describeSelection(subject),
      pods: subject.pods,
      rules: rules.map((rule) => ({
        text: `${rule.direction.toLowerCase()}/${rule.index}: ${describePolicyRule(rule)}`,
        cause: rule.cause,
      })),
    };
  }
  const { filters, marks } = collectTraffic(intents);
  const own = [...filters.values()].flat().filter(({ cause }) => isMeant(cause));
  const [first] = own;
  if (first) {
    const { namespace } = first.cause;
    const pods = (cluster.podsByNamespace.get(namespace) ?? []).filter((pod) => !pod.hostNetwork && !pod.completed);
    return {
      subject: `all pods of ${namespace}`,
      pods,
      rules: own.map(describeFilter).map(numbered),
    };
  }
  const marking = [...marks.values()].flat().filter(({ cause }) => isMeant(cause));
  if (marking.length === 0) return undefined;
  const pods = [...new Set(marking.flatMap(({ source }) => source.pods))];
  return {
    subject: 'pods of its rules',
    pods,
    rules: marking.map(describeMark).map(numbered),
  };
}

/** Returns a rule with its list and index before its text. */
function numbered({ text, cause }: DescribedRule): DescribedRule {
  const place = /^\/spec\/(\w+\/\d+)/.exec(cause.pointer)?.[1];
  return { text: place === undefined ? text : `${place}: ${text}`, cause };
}
