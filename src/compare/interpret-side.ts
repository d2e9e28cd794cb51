import { compiledStateOf, interpret } from '../compile/compile.js';
import type { CompileInput, Prepared } from '../compile/compile-input.js';
import { prepare } from '../compile/prepare.js';
import { type InputJudge, createFindingFilter } from '../compile/finding-filter.js';
import { type FindingsCollector, collectFindings } from '../diagnostics/collect.js';
import { judgeChecks } from '../expectations/connectivity.js';
import type { Expectation } from '../expectations/expectation.js';
import { parseExpectations } from '../expectations/parse.js';
import { type ExpectationContext, createWorld } from '../expectations/world.js';
import type { Report, Reporter } from '../model/diagnostic.js';
import type { Lock } from '../model/lock.js';
import type { Engine } from '../engine/engine.js';
import type { ExposureSide } from '../requests/compare-exposed.js';
import { checkConfiguration } from '../schema/configuration.js';
import type { Side } from '../traffic/side.js';
import { type FindingLedger, createLedger } from './findings.js';

/** An input, and the findings from reading it. */
export interface ComparedInput extends CompileInput {
  readonly reports: readonly Report[];
}

/** A side, with its compiled state. */
export interface ComparedSide extends Side {
  readonly prepared: Prepared;
  /** Current assignments. */
  readonly lock: Lock;
  /** Findings below errors, which are compared with those of the other side. */
  readonly findings: FindingLedger;
  /** Findings that a severity override or an ignore comment suppresses. */
  readonly ignored: FindingLedger;
  /** Created on the first call. */
  readonly world: () => ExpectationContext;
}

/** A side with everything that a comparison needs. */
export interface InterpretedSide extends ComparedSide {
  readonly report: Reporter;
  readonly reportIdle: InputJudge['reportIdle'];
  readonly errors: FindingsCollector;
  readonly expectations: readonly Expectation[];
}

/** Interprets an input: its objects, intents, expectations and findings. `engine` has results of earlier ones. */
export function interpretSide(input: ComparedInput, engine?: Engine): InterpretedSide {
  const [findings, ignored] = [createLedger(), createLedger()];
  const errors = collectFindings(input.maxFindings ?? 0);
  const { judge, reportIdle } = createFindingFilter(input);
  const report: Reporter = (one) => {
    const judged = judge(one);
    if (!judged) ignored.report(one);
    else if (judged.severity === 'error') errors.report(judged);
    else findings.report(judged);
  };
  for (const one of input.reports) report(one);
  const expectations = parseExpectations(input.expectations ?? [], checkConfiguration, report);
  const prepared = prepare({ ...input, ...(engine ? { engine } : {}) }, report, input.progress ?? (() => undefined));
  const { intents, lock } = interpret(prepared, input);
  const { cluster, configuration } = prepared.context;
  const { isEmpty } = prepared;
  let built: ExpectationContext | undefined;
  const world = (): ExpectationContext => (built ??= createWorld(compiledStateOf(prepared, intents)));
  if (cluster.connectivityChecks.length > 0 && !prepared.hasError()) {
    for (const { reports } of judgeChecks(world())) reports.forEach(report);
  }
  return {
    prepared,
    report,
    reportIdle,
    findings,
    ignored,
    errors,
    intents,
    lock: lock.after,
    cluster,
    configuration,
    isEmpty,
    expectations,
    world,
  };
}

/** Returns what is reachable from outside, and through which ingress controllers. */
export function exposureOfSide({ intents, cluster }: Side): ExposureSide {
  return {
    intents: intents.filter((intent) => intent.effect === 'expose'),
    controllers: cluster.ingressControllers,
  };
}
