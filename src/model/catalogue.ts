import type { Finding, Severity } from './diagnostic.js';

/**
 * Why a rule is of no use: it matches nothing (`empty`), rules before it decide all (`shadowed`), another object drops all that
 * it allows (`overruled`), others say the same (`redundant`).
 */
export type IneffectiveRule = 'empty' | 'shadowed' | 'overruled' | 'redundant';

/** What is the same for all findings of a code: nothing of the input is in it. */
export interface FindingDefinition {
  readonly code: string;
  /** The severity of its findings; several, the gravest first, where it depends on the instance. */
  readonly severities: readonly Severity[];
  /** The fact, in one sentence. */
  readonly summary: string;
  /** Why it matters: the consequence, in one sentence. */
  readonly why: string;
  /** What to do about it: an imperative phrase without a full stop, as `help` is written. */
  readonly fix: string;
  /** Why the rules are of no use that the finding speaks of. Unset if it does not say so. */
  readonly ineffective?: IneffectiveRule;
}

/** Makes the finding of one instance. */
export interface FindingMaker<Parts extends readonly unknown[]> {
  (...parts: Parts): Finding;
  readonly definition: FindingDefinition;
}

/** The findings that one room reports. */
export type Catalogue = Readonly<Record<string, FindingMaker<never[]>>>;

interface DefinitionInput<Parts extends readonly unknown[]> extends Omit<FindingDefinition, 'severities'> {
  /** One severity, or all that the instances can have (the gravest first) with the choice among them. */
  readonly severity: Severity | { readonly oneOf: readonly Severity[]; readonly choose: (...parts: Parts) => Severity };
  /** The fact, with the values of the instance. */
  readonly message: (...parts: Parts) => string;
  /** What to do about the instance. Absent, or undefined, where `fix` says all there is to say. */
  readonly help?: (...parts: Parts) => string | undefined;
  /** The scalar that fixes the instance where it stands, or undefined if somebody has to decide. */
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
