import { messages as reading } from './1-read/messages.js';
import { messages as addresses } from './3-index/address-messages.js';
import { messages as connectivityChecks } from './3-index/connectivity-check-messages.js';
import { messages as contradictions } from './3-index/contradiction-messages.js';
import { messages as ingressControllers } from './3-index/ingress-controller-messages.js';
import { messages as inventory } from './3-index/messages.js';
import { messages as services } from './3-index/service-messages.js';
import { messages as egressAddresses } from './4-claim/egress-address-messages.js';
import { messages as claims } from './4-claim/messages.js';
import { messages as lowering } from './5-lower/messages.js';
import { messages as pointlessRules } from './5-lower/policies/messages.js';
import { messages as emitting } from './6-emit/shared/messages.js';
import { messages as ignores } from '../diagnostics/ignores/messages.js';
import { messages as breaches } from '../expectations/failure-messages.js';
import { messages as expectations } from '../expectations/messages.js';
import { kinds } from '../kinds/index.js';
import { messages as lockedAddresses } from '../kinds/shared/lock-messages.js';
import type { Catalogue, FindingDefinition } from '../model/catalogue.js';
import { messages as observedFlows } from '../observed/messages.js';
import { messages as output } from '../rendered/messages.js';
import { messages as schema } from '../schema/messages.js';
import { messages as configuration } from '../settings/configuration/messages.js';
import { messages as upgradedSettings } from '../settings/configuration/upgrade-messages.js';
import { messages as upgrades } from './upgrade-messages.js';
import { messages as fleet } from '../settings/fleet/messages.js';
import { messages as lock } from '../settings/lock/messages.js';
import { messages as sources } from '../sources/messages.js';
import { messages as rendering } from '../sources/render/messages.js';
import { messages as yaml } from '../yaml/messages.js';
import { messages as yamlProblems } from '../yaml/problem-messages.js';

/** All catalogues. Each is `messages` of a file whose name ends in `messages.ts`. */
const catalogues: readonly Catalogue[] = [
  sources,
  rendering,
  yaml,
  yamlProblems,
  configuration,
  upgradedSettings,
  upgrades,
  ignores,
  lock,
  lockedAddresses,
  fleet,
  reading,
  schema,
  inventory,
  addresses,
  connectivityChecks,
  contradictions,
  ingressControllers,
  services,
  claims,
  egressAddresses,
  ...kinds.map(({ messages }) => messages),
  lowering,
  expectations,
  breaches,
  observedFlows,
  pointlessRules,
  emitting,
  output,
];

/** Constant parts of every finding that Weir can report. Each code occurs once. */
export const definitions: readonly FindingDefinition[] = catalogues.flatMap((catalogue) =>
  Object.values(catalogue).map(({ definition }) => definition),
);
