import type { Configuration } from '../../model/configuration.js';
import type { Reporter } from '../../model/diagnostic.js';
import type { Manifest } from '../../model/manifest.js';
import { type CanonicalAddress, readAddress, sortAddresses } from '../../net/address.js';
import { normalizeName } from '../../net/dns-name.js';
import { fieldsOf } from './fields.js';
import { messages } from './messages.js';
import { asObject, asList, asString } from '../../std/json.js';

/**
 * Returns the pinned DNS answers by normalized name, each address once, sorted. Sources are `dns` of the configuration
 * and the status of DNSNameResolver objects (`status.resolvedNames[].resolvedAddresses[].ip`).
 */
export function collectAnswers(
  configuration: Configuration,
  resolvers: readonly Manifest[],
  report: Reporter,
): ReadonlyMap<string, readonly CanonicalAddress[]> {
  const answers = new Map<string, CanonicalAddress[]>();
  const add: AddAnswer = (name, address) => {
    const known = answers.get(name) ?? [];
    known.push(address);
    answers.set(name, known);
  };
  for (const [name, addresses] of configuration.dns) {
    const key = normalizeName(name);
    answers.set(key, [...(answers.get(key) ?? []), ...addresses]);
  }
  for (const resolver of resolvers) readResolver(resolver, add, report);
  return new Map([...answers].map(([name, addresses]) => [name, sortAddresses(addresses)]));
}

type AddAnswer = (name: string, address: CanonicalAddress) => void;

function readResolver(manifest: Manifest, add: AddAnswer, report: Reporter): void {
  const { reportAt } = fieldsOf(manifest, report);
  const name = asString(asObject(manifest.object.spec)?.name);
  if (name === undefined) return;
  const names = asList(asObject(manifest.object.status)?.resolvedNames);
  for (const [i, resolved] of names.entries()) {
    for (const [j, answer] of asList(asObject(resolved)?.resolvedAddresses).entries()) {
      const text = asString(asObject(answer)?.ip) ?? '';
      const address = readAddress(text);
      if (!address) reportAt(messages.badAnswer(text), `/status/resolvedNames/${i}/resolvedAddresses/${j}/ip`);
      else add(normalizeName(name), address);
    }
  }
}
