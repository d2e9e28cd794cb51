import { showText } from '../../../diagnostics/visible.js';
import type { Drift } from '../../../model/change.js';
import { FEATURE_SWITCHES } from '../../../ovn-kubernetes/live-controllers.js';
import { alignColumns } from '../../../std/columns.js';
import { plural } from '../../../std/plural.js';
import { renderDifferences } from '../reconcile/render.js';
import type { Assessment, FeatureRows } from './assess.js';
import type { Controllers } from './controllers.js';

const HEAD = ['FEATURE', 'EQUAL', 'CHANGE', 'CREATE', 'REMOVE', 'FOREIGN', 'OVNKUBE'];
const DRIFTS: readonly Drift[] = ['changed', 'missing', 'stale', 'foreign'];

/** What live controllers do about a feature. */
const STANDINGS = {
  on: 'on',
  off: 'off',
  always: 'on, no flag',
  absent: '',
} as const satisfies Readonly<Record<FeatureRows['controllers'], string>>;

/** Renders an assessment as lines: the verdict, the rows of each feature, the differences, and the steps. */
export function renderAssessment(zone: string, assessment: Assessment, controllers: Controllers): readonly string[] {
  const { features, otherFlags } = assessment;
  const changes = features.flatMap((one) => one.changes);
  return [
    ...describeVerdict(zone, assessment),
    ...(features.length === 0 ? [] : ['', ...alignColumns([HEAD, ...features.map(rowOf)])]),
    ...controllers.leases.map(
      ({ name, holder, isAlive }) => `Lease ${showText(name)}: ${isAlive ? `held by ${showText(holder)}` : 'not held'}`,
    ),
    ...(changes.length === 0 ? [] : ['', ...renderDifferences('Differences, live → Weir:', changes)]),
    ...renderSteps(zone, assessment),
    ...(otherFlags.length === 0
      ? []
      : ['', 'Also on, without rows in this zone:', ...otherFlags.map(({ place }) => `  ${showText(place)}`)]),
  ];
}

function describeVerdict(zone: string, { verdict, reasons, flags }: Assessment): readonly string[] {
  const title = `zone ${zone}`;
  if (verdict === 'ready') return [`${title}: ready`];
  if (verdict === 'after flags') return [`${title}: ready after ${plural(flags.length, 'flag is', 'flags are')} off`];
  return [`${title}: not ready`, ...reasons.map((reason) => `  ${showText(reason)}`)];
}

function rowOf({ feature, equal, changes, controllers }: FeatureRows): readonly string[] {
  const counts = DRIFTS.map((drift) => changes.filter((one) => one.drift === drift).length);
  return [feature ?? '(none)', ...[equal, ...counts].map(String), STANDINGS[controllers]];
}

/** Renders the order of a takeover without open packets, and the way back. */
function renderSteps(zone: string, { verdict, features, flags }: Assessment): readonly string[] {
  if (verdict === 'not ready') return [];
  const gaps = features.flatMap(({ feature, controllers }) => {
    const one = feature && FEATURE_SWITCHES.get(feature);
    return one && controllers === 'on' ? [`     ${feature}: ${one.without}`] : [];
  });
  const apply = `weir apply northbound --zone ${zone}`;
  const take =
    flags.length === 0
      ? [`\`${apply}\`, and start the applier of the zone`]
      : [
          ['Cordon the nodes of the zone until step 4. Until then:', ...gaps].join('\n'),
          [
            'Turn off, in this order, and wait for the pods:',
            ...flags.map(({ place }) => `     ${showText(place)}`),
          ].join('\n'),
          `\`weir adopt --zone ${zone}\` again, which reports 'ready'`,
          `\`${apply}\`, start the applier of the zone, and uncordon the nodes`,
        ];
  return [
    '',
    'Steps:',
    ...take.flatMap((step, index) => `  ${index + 1}. ${step}`.split('\n')),
    'Way back: stop the appliers, then turn the flags on. ovnkube finds the rows again, and keeps equal ones.',
  ];
}
