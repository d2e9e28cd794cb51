import { describe, expect, it } from 'vitest';
import { compareObject } from '../../../src/apply/cluster/diff/objects.js';
import type { JsonObject } from '../../../src/std/json.js';

const OURS = { 'app.kubernetes.io/managed-by': 'weir' };

function service(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'ferry', namespace: 'harbour', ...metadata }, spec };
}

/** The Service as the API server has it, with the fields of `spec` that Weir applied (FieldsV1). */
function liveService(spec: JsonObject, fields: JsonObject, metadata: JsonObject = {}): JsonObject {
  const entry = { manager: 'weir', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': fields } };
  return service(spec, { labels: OURS, managedFields: [entry], ...metadata });
}

function differencesOf(wanted: JsonObject, live: JsonObject): readonly string[] {
  const { fields = [] } = compareObject(wanted, live)?.change ?? {};
  return fields.map(({ name, live: before, desired }) => `${name}: ${before} → ${desired}`);
}

describe('an object beside the live one', () => {
  const ports = [
    { port: 80, protocol: 'TCP', targetPort: 8080 },
    { port: 443, protocol: 'TCP', targetPort: 8443 },
  ];
  const byKey = {
    'f:ports': {
      'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:targetPort': {} },
      'k:{"port":443,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:targetPort': {} },
    },
  };

  it('is the same with the items of a merged list in another order, and defaults that it does not write', () => {
    const wanted = service({
      ports: [
        { port: 443, targetPort: 8443 },
        { port: 80, targetPort: 8080 },
      ],
    });
    expect(differencesOf(wanted, liveService({ ports }, byKey))).toEqual([]);
  });

  it('differs in the item of a merged list that has its keys', () => {
    const wanted = service({
      ports: [
        { port: 443, targetPort: 8443 },
        { port: 80, targetPort: 8081 },
      ],
    });
    expect(differencesOf(wanted, liveService({ ports }, byKey))).toEqual(['.spec.ports[1].targetPort: 8080 → 8081']);
  });

  it('no longer has an item of a merged list', () => {
    const wanted = service({ ports: [{ port: 80, targetPort: 8080 }] });
    expect(differencesOf(wanted, liveService({ ports }, byKey))).toEqual([
      '.spec.ports[{"port":443,"protocol":"TCP"}].port: 443 → ',
      '.spec.ports[{"port":443,"protocol":"TCP"}].targetPort: 8443 → ',
    ]);
  });

  it('no longer has an item of a set, beside those of others', () => {
    const set = { 'f:externalIPs': { 'v:"192.0.2.1"': {}, 'v:"192.0.2.2"': {} } };
    const live = liveService({ externalIPs: ['192.0.2.9', '192.0.2.1', '192.0.2.2'] }, set);
    expect(differencesOf(service({ externalIPs: ['192.0.2.2', '192.0.2.1'] }), live)).toEqual([]);
    expect(differencesOf(service({ externalIPs: ['192.0.2.1'] }), live)).toEqual([
      '.spec.externalIPs["192.0.2.2"]: "192.0.2.2" → ',
    ]);
  });

  it('differs in a list that is replaced as a whole, by its order too', () => {
    const spec = { externalIPs: ['192.0.2.1', '192.0.2.2'] };
    const wanted = service({ externalIPs: ['192.0.2.2', '192.0.2.1'] });
    expect(differencesOf(wanted, liveService(spec, { 'f:externalIPs': {} }))).toEqual([
      '.spec.externalIPs[0]: "192.0.2.1" → "192.0.2.2"',
      '.spec.externalIPs[1]: "192.0.2.2" → "192.0.2.1"',
    ]);
  });

  it('differs in a field of another type, and in one that is not there', () => {
    const wanted = service({ selector: { app: 'ferry' }, ports: [], type: 'ClusterIP' });
    expect(differencesOf(wanted, liveService({ selector: 'ferry', ports: { port: 80 } }, {}))).toEqual([
      '.spec.ports: {"port":80} → []',
      '.spec.selector: "ferry" → {"app":"ferry"}',
      '.spec.type:  → "ClusterIP"',
    ]);
  });

  it('no longer has a field whose fields the server does not list', () => {
    expect(differencesOf(service({}), liveService({ type: 'ClusterIP' }, { 'f:type': null }))).toEqual([
      '.spec.type: "ClusterIP" → ',
    ]);
  });

  it('names the resource that owns it, where it has an owner', () => {
    const owner = { apiVersion: 'network.operator.openshift.io/v1', kind: 'EgressRouter', name: 'ferry', uid: '' };
    const owned = service({ type: 'ClusterIP' }, { ownerReferences: [owner] });
    expect(compareObject(owned, undefined)?.change.owner).toBe('EgressRouter harbour/ferry');
    expect(compareObject(service({}), undefined)?.change.owner).toBe('');
  });
});
