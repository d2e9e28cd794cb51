import { describe, expect, it } from 'vitest';
import { renderDiffText } from '../../src/compare/render/text.js';
import type { JsonObject } from '../../src/std/json.js';
import { namespace } from '../compile/3-index/inventory.js';
import { pod, reportOf } from './sides.js';

const policy = (name: string, spec: JsonObject, where = 'shop'): JsonObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace: where },
  spec,
});
const label = (key: string, value: string): JsonObject => ({ matchLabels: { [key]: value } });
const namespaces = [namespace('shop'), namespace('blog', { labels: { team: 'blue' } })];
const site = pod('blog', 'site-0', ['10.128.1.7'], { app: 'site' });
const db = pod('shop', 'db-0', ['10.128.1.6'], { app: 'db' });
const closedFor = (podSelector: JsonObject) => policy('db', { podSelector, policyTypes: ['Ingress'] });
const CLOSED = closedFor(label('app', 'db'));

/** What is opened between pods, as text: `<from> > <to>`. */
function opened(
  before: { readonly objects: readonly JsonObject[]; readonly inventory?: readonly JsonObject[] },
  after: typeof before,
): string[] {
  const report = reportOf(before, after);
  const list = (sources: (typeof report.connections)[number]['from']): string =>
    sources.map(({ namespace: name, pods = ['all'] }) => `${name}: ${pods.join(', ')}`).join('; ');
  return report.connections
    .filter(({ change }) => change === 'opened')
    .map(({ from, to, outside }) => `${outside ? outside.text : list(from)} > ${list(to)}`);
}

describe('a comparison of policies', () => {
  it('counts a pod that may come to a namespace without pods', () => {
    const before = { objects: [...namespaces, site, CLOSED] };
    const found = opened(before, { objects: [...namespaces, site] });
    expect(found).toContain('blog: site-0; shop: new pod > shop: new pod with app=db');
    const text = renderDiffText(reportOf(before, { objects: [...namespaces, site] }));
    expect(text).toContain('opens flows of 2 namespaces');
    expect(text).toContain('blog/site-0 (10.128.1.7) → a new pod in shop with app=db');
  });

  it.each([
    ['In', { key: 'app', operator: 'In', values: ['db', 'cache'] }, 'new pod with app=db'],
    ['Exists', { key: 'app', operator: 'Exists' }, 'new pod with app='],
    ['NotIn', { key: 'app', operator: 'NotIn', values: ['web'] }, 'new pod'],
    ['DoesNotExist', { key: 'app', operator: 'DoesNotExist' }, 'new pod'],
  ])('counts a pod that a selector with %s picks', (_, expression, name) => {
    const closed = closedFor({ matchExpressions: [expression] });
    const found = opened({ objects: [...namespaces, site, closed] }, { objects: [...namespaces, site] });
    expect(found).toContain(`blog: site-0${name === 'new pod' ? '' : '; shop: new pod'} > shop: ${name}`);
  });

  it.each([
    ['removed', []],
    ['renamed', [pod('shop', 'db-1', ['10.128.1.6'], { app: 'other' })]],
    ['completed', [{ ...db, status: { phase: 'Succeeded', podIPs: [{ ip: '10.128.1.6' }] } }]],
  ])('sees what a deleted policy opens to a pod that is %s in the same change', (_, pods) => {
    const found = opened({ objects: [...namespaces, site, db, CLOSED] }, { objects: [...namespaces, site, ...pods] });
    expect(found.filter((one) => one.includes('blog: site-0') && one.includes('shop: db-0'))).toHaveLength(1);
  });

  it('sees what is opened to a pod that comes in the same change', () => {
    const found = opened({ objects: [...namespaces, site, CLOSED] }, { objects: [...namespaces, site, db] });
    expect(found).toContain('blog: site-0; shop: new pod > shop: db-0');
  });

  it('compares the new policies on the labels that namespaces have in the inventory of the base', () => {
    const ofTeam = (team: string) =>
      policy('db', {
        podSelector: label('app', 'db'),
        ingress: [{ from: [{ namespaceSelector: label('team', team) }] }],
      });
    const inventory = (team: string) => [namespace('shop'), namespace('blog', { labels: { team } }), site, db];
    const found = opened(
      { objects: [ofTeam('red')], inventory: inventory('blue') },
      { objects: [ofTeam('blue')], inventory: inventory('green') },
    );
    expect(found).toEqual(['blog: site-0 > shop: db-0']);
  });

  it('sees that a label moves from one namespace without pods to another', () => {
    const allow = policy('db', {
      podSelector: label('app', 'db'),
      ingress: [{ from: [{ namespaceSelector: label('team', 'blue') }] }],
    });
    const withBlue = (name: string) => [
      namespace('shop'),
      ...['east', 'west'].map((own) => namespace(own, { labels: { team: own === name ? 'blue' : 'none' } })),
    ];
    const found = opened({ objects: [allow, ...withBlue('east'), db] }, { objects: [allow, ...withBlue('west'), db] });
    expect(found).toEqual(['west: new pod > shop: db-0']);
  });

  it('says nothing where an inventory is renewed and the policies are the same', () => {
    const before = { objects: [CLOSED], inventory: [...namespaces, site, db] };
    const renewed = [
      namespace('shop'),
      namespace('blog', { labels: { team: 'green' } }),
      pod('shop', 'db-9', ['10.128.1.9'], { app: 'db' }),
    ];
    const { counts } = reportOf(before, { objects: [CLOSED], inventory: renewed });
    expect([counts.opened, counts.closed]).toEqual([0, 0]);
  });

  it('counts no pod that may come where pods are treated as it would be', () => {
    const web = pod('shop', 'web-0', ['10.128.1.5']);
    const found = opened(
      { objects: [...namespaces, site, db, web, CLOSED] },
      { objects: [...namespaces, site, db, web] },
    );
    expect(found.join('\n')).not.toContain('new pod');
  });
});
