import { readTexts } from './read-route.js';
import type { Labels } from '../model/cluster.js';
import { textOf } from '../model/kubernetes-object.js';
import type { Manifest } from '../model/manifest.js';
import { type Json, type JsonObject, asObject, isObject, asList } from '../std/json.js';

/** A Service of the namespace, and its port by name or by number. */
export interface IngressService {
  readonly name: string;
  /** Empty if the port has no name. */
  readonly portName: string;
  /** 0 if the port has no number. */
  readonly portNumber: number;
}

/** A path of a rule, and its Service. */
export interface IngressPath {
  /** Empty if the rule has no path. */
  readonly path: string;
  readonly pathType: string;
  /** If unset, the backend is no Service. */
  readonly service?: IngressService;
}

/** A rule of an Ingress. */
export interface IngressRule {
  /** Empty if the rule has no host. */
  readonly host: string;
  /** If unset, the rule has no `http`. */
  readonly paths?: readonly IngressPath[];
}

/** An entry of `spec.tls`. */
export interface IngressTLS {
  readonly hosts: readonly string[];
  /** Empty if the entry has no Secret. */
  readonly secretName: string;
}

/** An Ingress (networking.k8s.io/v1). */
export interface Ingress {
  readonly manifest: Manifest;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** If unset, the Ingress has no class. */
  readonly className?: string;
  readonly rules: readonly IngressRule[];
  readonly tls: readonly IngressTLS[];
  readonly hasDefaultBackend: boolean;
  /** Service for requests that match no rule. If unset, there is none, or the default backend is no Service. */
  readonly defaultService?: IngressService;
  /** Host names of `status.loadBalancer.ingress`. Empty for an entry without one. */
  readonly hostNames: readonly string[];
}

/** Annotation for the class before `spec.ingressClassName` existed. */
export const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

/** Reads an Ingress. Values of a wrong type are ignored. `live` is the same Ingress in the inventory. */
export function readIngress(manifest: Manifest, live?: Manifest): Ingress {
  const { namespace, name, object } = manifest;
  const metadata = asObject(object.metadata) ?? {};
  const spec = asObject(object.spec) ?? {};
  const annotations = readTexts(metadata.annotations);
  const status = asObject((live ?? manifest).object.status);
  const className =
    annotations[CLASS_ANNOTATION] ?? (typeof spec.ingressClassName === 'string' ? spec.ingressClassName : undefined);
  const uid = textOf(metadata.uid);
  const defaultService = readService(spec.defaultBackend);
  return {
    manifest,
    namespace,
    name,
    uid: uid === '' ? textOf(asObject(live?.object.metadata)?.uid) : uid,
    labels: readTexts(metadata.labels),
    annotations,
    ...(className === undefined ? {} : { className }),
    rules: asList(spec.rules).map(readRule),
    tls: asList(spec.tls).map(readTLS),
    hasDefaultBackend: isObject(spec.defaultBackend),
    ...(defaultService ? { defaultService } : {}),
    hostNames: asList(asObject(status?.loadBalancer)?.ingress).map((entry) => textOf(asObject(entry)?.hostname)),
  };
}

function readRule(value: Json): IngressRule {
  const { host, http } = asObject(value) ?? {};
  return { host: textOf(host), ...(isObject(http) ? { paths: asList(http.paths).map(readPath) } : {}) };
}

function readPath(value: Json): IngressPath {
  const { path, pathType, backend } = asObject(value) ?? {};
  const service = readService(backend);
  return { path: textOf(path), pathType: textOf(pathType), ...(service ? { service } : {}) };
}

function readService(backend: Json | undefined): IngressService | undefined {
  const service = asObject(asObject(backend)?.service);
  if (!service) return undefined;
  const port: JsonObject = asObject(service.port) ?? {};
  return {
    name: textOf(service.name),
    portName: textOf(port.name),
    portNumber: typeof port.number === 'number' ? port.number : 0,
  };
}

function readTLS(value: Json): IngressTLS {
  const { hosts, secretName } = asObject(value) ?? {};
  return { hosts: asList(hosts).map(textOf), secretName: textOf(secretName) };
}
