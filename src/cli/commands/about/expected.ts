import type { InterpretedSide } from '../../../compare/interpret-side.js';
import { evaluate } from '../../../expectations/evaluate.js';
import type { Expectation } from '../../../expectations/expectation.js';
import { matchesGlob } from '../../../expectations/match-glob.js';
import { findMembers } from '../../../expectations/members.js';
import type { ExpectationContext } from '../../../expectations/world.js';
import type { Pod } from '../../../model/cluster.js';
import type { ManifestLocation } from '../../../model/manifest.js';

/** An expectation about a subject. */
export interface SubjectExpectation {
  readonly name: string;
  readonly holds: boolean;
  readonly location: ManifestLocation;
}

/** What expectations can be about. */
export interface ExpectationSubject {
  readonly pods: ReadonlySet<Pod>;
  /** Names of EgressIPs. */
  readonly egressIPs?: readonly string[];
  /** `<namespace>/<name>`. */
  readonly services?: readonly string[];
  readonly host?: string;
}

/** Returns the expectations about a subject, and evaluates them. */
export function listExpected(
  { expectations, world }: InterpretedSide,
  subject: ExpectationSubject,
): SubjectExpectation[] {
  if (expectations.length === 0) return [];
  const context = world();
  return expectations
    .filter((one) => isAbout(one, subject, context))
    .map((one) => ({ name: one.name, holds: evaluate(one, context).length === 0, location: one.place }));
}

function isAbout(
  expectation: Expectation,
  { pods, egressIPs = [], services = [], host }: ExpectationSubject,
  world: ExpectationContext,
): boolean {
  switch (expectation.type) {
    case 'packets': {
      const members = [...findMembers(expectation.from, world, 'from'), ...findMembers(expectation.to, world)];
      return members.some((one) => (one.pods === 'all' ? pods.size > 0 : one.pods.some((pod) => pods.has(pod))));
    }
    case 'survival':
      return egressIPs.some((name) => expectation.names.some((glob) => matchesGlob(glob, name)));
    case 'exposure':
      return host !== undefined;
    case 'request':
      return expectation.url.host === host || expectation.services.some((name) => services.includes(name));
  }
}
