import type { Finding, Severity } from './diagnostic.js';

/**
 * Reason why a rule is ineffective. `unmatched`: it matches nothing. `shadowed`: rules before it decide everything.
 * `overridden`: another object drops all that it allows. `redundant`: other rules have the same effect.
 */
export type IneffectiveRule = 'unmatched' | 'shadowed' | 'overridden' | 'redundant';

/** Definition shared by all findings of a code, without values of the input. */
export interface FindingDefinition {
  readonly code: string;
  /** Severity of its findings. Several, the most severe first, if it depends on the instance. */
  readonly severities: readonly Severity[];
  /** The fact, in one sentence. */
  readonly summary: string;
  /** Consequence of the finding, in one sentence. */
  readonly why: string;
  /** Fix: an imperative phrase without a full stop, like `help`. */
  readonly fix: string;
  /** Reason why the reported rules are ineffective. Unset if the finding is not about an ineffective rule. */
  readonly ineffective?: IneffectiveRule;
}

/** Makes the finding of one instance. */
export interface FindingMaker<Parts extends readonly unknown[]> {
  (...parts: Parts): Finding;
  readonly definition: FindingDefinition;
}

/** The findings that one module reports. */
export type Catalogue = Readonly<Record<string, FindingMaker<never[]>>>;

interface DefinitionInput<Parts extends readonly unknown[]> extends Omit<FindingDefinition, 'severities'> {
  /** One severity, or all that the instances can have (the most severe first) with the choice among them. */
  readonly severity: Severity | { readonly oneOf: readonly Severity[]; readonly choose: (...parts: Parts) => Severity };
  /** The fact, with the values of the instance. */
  readonly message: (...parts: Parts) => string;
  /** Fix of the instance. Unset or undefined if `fix` is complete. */
  readonly help?: (...parts: Parts) => string | undefined;
  /** Scalar that fixes the instance in its place, or undefined if the fix needs a decision. */
  readonly replacement?: (...parts: Parts) => Finding['replacement'];
}

/** Defines a finding: the record of what is constant, and the function that makes the finding of one instance. */
export function defineFinding<Parts extends readonly unknown[]>(input: DefinitionInput<Parts>): FindingMaker<Parts> {
  const { code, severity, summary, why, fix, ineffective, message, help, replacement: replace } = input;
  const [severities, choose] =
    typeof severity === 'string' ? [[severity], () => severity] : [severity.oneOf, severity.choose];
  const make = (...parts: Parts): Finding => {
    const replacement = replace?.(...parts);
    return {
      code,
      severity: choose(...parts),
      message: message(...parts),
      help: help?.(...parts) ?? fix,
      ...(replacement === undefined ? {} : { replacement }),
    };
  };
  return Object.assign(make, {
    definition: { code, severities, summary, why, fix, ...(ineffective ? { ineffective } : {}) },
  });
}
