import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { change, memoryTarget } from '../apply/target.js';
import { liveInput, startApplier } from '../cli/reconcile/applier.js';
import { promtool, whyNoPromtool } from '../rig/prometheus.js';
import { whyNoKubectl } from '../rig/kubectl.js';
import { ROOT, buildOverlay } from './manifests.js';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
}
interface Rules {
  readonly spec: { readonly groups: readonly { readonly rules: readonly Alert[] }[] };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource: unknown;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly refId: string; readonly datasource: unknown; readonly expr: string }[];
}
interface Dashboard {
  readonly schemaVersion: number;
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const DASHBOARD = 'deploy/components/dashboard/weir.json';
const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const { spec } = load(read('deploy/components/alerts/prometheus-rule.yaml')) as Rules;
const alerts = spec.groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read(DASHBOARD)) as Dashboard;
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Labels that the scrape of a PodMonitor adds. */
const SCRAPED = ['namespace', 'pod', 'job'];

/** Returns the names of metrics in an expression. */
function metricsIn(expr: string): readonly string[] {
  return expr.match(/\bweir_[a-z0-9_]+/g) ?? [];
}

/** Returns the labels in an expression: those of aggregations and of matchers. */
function labelsIn(expr: string): readonly string[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
  const matched = [...expr.matchAll(/([a-z_]+)=~?"/g)].map(([, name = '']) => name);
  return [...grouped, ...matched];
}

/** Returns an expression of the dashboard as Grafana sends it. */
function filledIn(expr: string): string {
  return expr.replaceAll('$__rate_interval', '2m').replace(/\$[a-z]+/g, '.*');
}

/** Runs promtool with a file of rules, and more files that name it. */
function checkRules(groups: unknown, words: readonly string[], test?: object) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-rules-'));
  try {
    const rules = join(folder, 'rules.yaml');
    writeFileSync(rules, JSON.stringify({ groups }));
    if (!test) return promtool([...words, rules]);
    const file = join(folder, 'test.yaml');
    writeFileSync(file, JSON.stringify({ ...test, rule_files: [rules] }));
    return promtool([...words, file]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Series of a target that is as desired, at intervals of 30 s for half an hour, with some replaced. */
function seriesOf(replaced: Readonly<Record<string, string>>) {
  const zone = 'namespace="weir",pod="zone-a",target="northbound a"';
  const usual = {
    [`weir_last_in_sync_timestamp_seconds{${zone}}`]: '0+30x60',
    [`weir_standby{${zone}}`]: '0x60',
    [`weir_connected{${zone}}`]: '1x60',
    [`weir_errors_total{${zone},class="plan"}`]: '0x60',
    [`weir_committed_policy_info{${zone},digest="1"}`]: '1x60',
    [`weir_event_to_commit_seconds_bucket{${zone},le="45"}`]: '0+10x60',
    [`weir_event_to_commit_seconds_bucket{${zone},le="60"}`]: '0+10x60',
    [`weir_event_to_commit_seconds_bucket{${zone},le="+Inf"}`]: '0+10x60',
    'up{job="weir",namespace="weir",pod="zone-a"}': '1x60',
  };
  const series = { ...usual, ...replaced };
  return Object.entries(series).map(([name, values]) => ({ series: name, values }));
}

const ZONE = 'namespace="weir",pod="zone-a",target="northbound a"';
const OTHER = 'namespace="weir",pod="zone-b",target="northbound b"';
const CLUSTER = 'namespace="weir",pod="cluster-a",target="cluster"';

describe('alerts and dashboard', () => {
  it('name only metrics and labels that an applier serves', async () => {
    const live = () => ({ ...liveInput(), unreachable: ['otter'] });
    const applier = startApplier(memoryTarget([change('missing')]).target, { live });
    await applier.afterCycles(1);
    const samples = (await applier.metrics()).flatMap((family) => family.samples);
    const served = new Set(samples.map(({ name }) => name));
    const labels = new Set([...SCRAPED, ...samples.flatMap((sample) => Object.keys(sample.labels))]);
    const definitions = dashboard.templating.list.map(({ definition = '' }) => definition);
    for (const expr of [...alerts.map((one) => one.expr), ...queries, ...definitions]) {
      expect(
        metricsIn(expr).filter((name) => !served.has(name)),
        expr,
      ).toEqual([]);
      expect(
        labelsIn(expr).filter((name) => !labels.has(name)),
        expr,
      ).toEqual([]);
    }
    expect(new Set(queries.flatMap(metricsIn)).size).toBeGreaterThan(10);
  });

  it('say in each alert what to do, and link to a section of the documents', () => {
    const page = read('docs/alerts.md');
    const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, title = '']) => `docs/alerts.md#${title.toLowerCase()}`);
    expect(alerts.map(({ annotations }) => annotations.runbook).sort()).toEqual(anchors.sort());
    for (const { alert, annotations, labels, expr } of alerts) {
      expect(annotations.runbook, alert).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
      expect(annotations.summary.length, alert).toBeLessThan(90);
      expect(annotations.description, alert).toMatch(/\. [A-Z].*\.$/s);
      expect(['warning', 'critical']).toContain(labels.severity);
      // A label in a text is one that the expression keeps.
      for (const [, label = ''] of JSON.stringify(annotations).matchAll(/\$labels\.([a-z]+)/g))
        expect(expr.includes('by (') ? labelsIn(expr) : SCRAPED, alert).toContain(label);
    }
  });

  it('are a dashboard that Grafana can load with any data source', () => {
    const { panels, templating } = dashboard;
    expect(dashboard).toMatchObject({ uid: 'weir-appliers', schemaVersion: 39 });
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'namespace', 'target']);
    const source = { type: 'prometheus', uid: '${datasource}' };
    for (const { title, datasource, targets, gridPos } of panels) {
      expect(datasource, title).toEqual(source);
      expect(targets.length, title).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
      for (const target of targets) expect(target.datasource, title).toEqual(source);
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    // No id or address of an installation.
    expect(read(DASHBOARD)).not.toMatch(/"id": null|https?:|__inputs|"iteration"/);
  });

  it.skipIf(whyNoKubectl() !== undefined)('are a rule and a ConfigMap of an overlay', () => {
    const resources = buildOverlay('interconnect', ['metrics', 'alerts', 'dashboard'], ['namespace: net']);
    const rule = resources.find(({ kind }) => kind === 'PrometheusRule');
    expect(rule).toMatchObject({ metadata: { name: 'weir', namespace: 'net' }, spec });
    const map = resources.find(({ metadata }) => metadata.name === 'weir-dashboard');
    expect(map).toMatchObject({
      metadata: { namespace: 'net', labels: { grafana_dashboard: '1' } },
      data: { 'weir.json': read(DASHBOARD) },
    });
  });
});

const reason = whyNoPromtool();
describe.skipIf(reason !== undefined)(`promtool (${reason ?? 'it is here'})`, () => {
  it('loads the alerts', () => {
    expect(checkRules(spec.groups, ['check', 'rules', '--lint-fatal'])).toMatchObject({ status: 0 });
  });

  it('loads every expression of the dashboard', () => {
    const rules = queries.map((expr, index) => ({ record: `weir:query_${index}`, expr: filledIn(expr) }));
    expect(checkRules([{ name: 'dashboard', rules }], ['check', 'rules'])).toMatchObject({ status: 0 });
    const [broken] = rules.map((rule) => ({ ...rule, expr: `${rule.expr} by` }));
    expect(checkRules([{ name: 'dashboard', rules: [broken] }], ['check', 'rules']).status).not.toBe(0);
  });

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
    ['nothing where all is well', [], {}],
    [
      'a target that is no longer in sync',
      ['WeirNotInSync'],
      { [`weir_last_in_sync_timestamp_seconds{${ZONE}}`]: '0+30x40 1200x20' },
    ],
    ['a target that never was', ['WeirNotInSync'], { [`weir_last_in_sync_timestamp_seconds{${OTHER}}`]: '0x60' }],
    [
      'nothing about a standby of a target in sync',
      [],
      {
        'weir_last_in_sync_timestamp_seconds{namespace="weir",pod="zone-c",target="northbound a"}': '0x60',
        'weir_standby{namespace="weir",pod="zone-c",target="northbound a"}': '1x60',
      },
    ],
    ['a target with standbys alone', ['WeirNoActiveApplier'], { [`weir_standby{${ZONE}}`]: '1x60' }],
    ['a target whose applier is gone', ['WeirNoActiveApplier'], { [`weir_standby{${ZONE}}`]: '0x20 stale' }],
    [
      'a pod that does not answer',
      ['WeirApplierDown'],
      { 'up{job="weir",namespace="weir",pod="zone-b"}': '1x30 0x30' },
    ],
    ['failing cycles', ['WeirErrors'], { [`weir_errors_total{${ZONE},class="plan"}`]: '0x20 0+1x40' }],
    ['nothing about a single failure', [], { [`weir_errors_total{${ZONE},class="plan"}`]: '0x30 1x30' }],
    ['a database that is away', ['WeirDisconnected'], { [`weir_connected{${ZONE}}`]: '1x40 0x20' }],
    ['two policies', ['WeirPolicyDiffers'], { [`weir_committed_policy_info{${OTHER},digest="2"}`]: '1x60' }],
    ['nothing about a policy that spreads', [], { [`weir_committed_policy_info{${OTHER},digest="2"}`]: '_x50 1x10' }],
    [
      'slow commits',
      ['WeirSlowCommits'],
      {
        [`weir_event_to_commit_seconds_bucket{${ZONE},le="45"}`]: '0+9x60',
      },
    ],
    [
      'an egress node that stays unreachable',
      ['WeirUnreachableNodes'],
      { [`weir_unreachable_nodes{${CLUSTER}}`]: '0x40 1x20', [`weir_standby{${CLUSTER}}`]: '0x60' },
    ],
    [
      'nothing about an egress node that is started again',
      [],
      { [`weir_unreachable_nodes{${CLUSTER}}`]: '0x40 1x8 0x12', [`weir_standby{${CLUSTER}}`]: '0x60' },
    ],
    [
      'nothing about the egress nodes that a standby has probed before',
      [],
      {
        [`weir_unreachable_nodes{${CLUSTER}}`]: '1x60',
        [`weir_standby{${CLUSTER}}`]: '1x60',
        'weir_unreachable_nodes{namespace="weir",pod="cluster-b",target="cluster"}': '0x60',
        'weir_standby{namespace="weir",pod="cluster-b",target="cluster"}': '0x60',
        'weir_last_in_sync_timestamp_seconds{namespace="weir",pod="cluster-b",target="cluster"}': '0+30x60',
      },
    ],
  ])('lets %s alert', (_, expected, replaced) => {
    const test = {
      evaluation_interval: '30s',
      tests: [
        {
          interval: '30s',
          input_series: seriesOf(replaced),
          promql_expr_test: [
            {
              expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
              eval_time: '29m',
              exp_samples: expected.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
            },
          ],
        },
      ],
    };
    expect(checkRules(spec.groups, ['test', 'rules'], test)).toMatchObject({ status: 0 });
  });
});
