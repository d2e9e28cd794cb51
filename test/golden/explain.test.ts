import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createExplainer, type ExplainSubject, type KnownSubject } from '../../src/explain/explain.js';
import { type Subject, parseSubject } from '../../src/explain/subject.js';
import { nameOf, pathOfName, titleOf } from '../../src/model/kubernetes-object.js';
import type { JsonObject } from '../../src/std/json.js';
import type { ZoneFile } from '../rig/joined-zone.js';
import { artefactsOf, listCases, runCase } from './cases.js';
import { listEntries } from './index-file.js';

/** A thing of an artefact, as a person has it before them, and where it is. */
interface Thing {
  readonly text: string;
  readonly kind?: string;
  readonly where?: string;
  readonly title?: string;
}

describe('explain', () => {
  it.each(listCases())('%s: of each row, rule, route and object names the objects that the index names', async (name) => {
    const { files, compiled } = await runCase(name);
    const artefacts = new Map(artefactsOf(files));
    if (!compiled || artefacts.size === 0) return;
    const explain = createExplainer(compiled, () => '');
    const named = new Map<string, { readonly found: Set<string>; readonly sources: readonly string[]; readonly more: number }>();
    for (const { path, sources, moreSources = 0 } of listEntries(artefacts, 'index.json')) {
      const things = thingsIn(path, artefacts.get(path) ?? '');
      if (!things) continue;
      // The index says of each file of a node what the host has of them all.
      const place = path.startsWith('nodes/') ? path.slice(0, path.lastIndexOf('/')) : path;
      const known = named.get(place) ?? { found: new Set(), sources, more: moreSources };
      for (const thing of things) for (const one of namesOf(explain, thing)) known.found.add(one);
      named.set(place, known);
    }
    for (const [place, { found, sources, more }] of named) {
      if (more > 0) expect([...found], place).toEqual(expect.arrayContaining([...sources]));
      else expect([...found].sort(), place).toEqual([...sources]);
    }
  });
});

/** The objects that explain names for a thing, where it knows exactly that thing. */
function namesOf(explain: ExplainSubject, { text, kind, where, title }: Thing): string[] {
  const subject: KnownSubject = kind === undefined ? known(parseSubject(text), text) : { form: 'object', kind, name: text };
  const { answers, notes } = explain(subject);
  const own = answers.filter(
    (answer) => (where === undefined || answer.where.includes(where)) && (title ?? answer.title) === answer.title,
  );
  expect(own.length, `${text} ${where ?? ''} ${notes.join()}`).toBeGreaterThan(0);
  expect(own.every(({ isManagedByWeir }) => isManagedByWeir), text).toBe(true);
  return own.flatMap(({ sources }) =>
    sources.filter(({ role }) => role === 'cause').map((source) => titleOf(source.kind, source)),
  );
}

function known(subject: Subject | undefined, text: string): Exclude<Subject, { form: 'uuid' }> {
  if (!subject || subject.form === 'uuid') throw new Error(`nothing can be read of ${text}`);
  return subject;
}

/** The things in an artefact; undefined for one without any, or which others contain too. */
function thingsIn(path: string, text: string): readonly Thing[] | undefined {
  if (/^northbound\/(zones|shared)\//.test(path)) {
    const { rows = {} } = JSON.parse(text) as Partial<ZoneFile>;
    return Object.entries(rows).flatMap(([table, own]) =>
      Object.entries(own).flatMap(([key, { external_ids = {} }]) => {
        const id = (external_ids as Readonly<Record<string, string>>)['k8s.ovn.org/id'];
        const title = `${table} ${key}`;
        return [{ text: title, title }, ...(id === undefined ? [] : [{ text: id, title }])];
      }),
    );
  }
  const [folder, first = '', second = '', file = ''] = path.split('/');
  if (folder === 'ingress' && second === 'haproxy.config') {
    const backends = text.split('\n').filter((line) => /^backend be_\w+:/.test(line));
    return backends.map((line) => ({ text: line, where: `the routers of ingress controller ${first}` }));
  }
  const [where, own] =
    folder === 'nodes' ? [`node ${first}`, second] : [`pod of EgressRouter ${first}/${second}`, file];
  if (folder !== 'nodes' && folder !== 'routers') return path.startsWith('cluster/') ? objectsIn(path, text) : undefined;
  if (own === 'routes.json') return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  if (own.endsWith('.batch')) {
    const added = lines.filter((line) => /^(rule add (?!.*blackhole)|route replace)/.test(line));
    return added.map((line) => ({ text: line, where }));
  }
  return own === 'nftables.nft' ? lines.filter(isNftRule).map((line) => ({ text: line, where })) : undefined;
}

function isNftRule(line: string): boolean {
  return /^(snat|dnat|meta|oifname|iifname|ip6? |add rule)|^\S+ (\. |comment |: )/.test(line);
}

function objectsIn(path: string, text: string): readonly Thing[] | undefined {
  if (path.endsWith('cloud-plan.json')) return undefined;
  const objects = path.endsWith('status.yaml')
    ? (parse(text, { maxAliasCount: -1 }) as { target: JsonObject }[]).map(({ target }) => ({
        kind: target.kind as string,
        metadata: target,
      }))
    : parseAllDocuments(text).map((document) => document.toJS() as JsonObject);
  return objects.map((object) => ({ text: pathOfName(nameOf(object)), kind: object.kind as string, where: path }));
}
