import type { Prefix, WrittenAddress } from '../../net/address.js';
import type { Cause } from './cause.js';
import type { HeaderAction } from '../route.js';

/** An address and port that requests are sent to. */
export interface Server {
  /** The name that the router gives it, unique within a Service. */
  readonly id: string;
  /** Its text is that of its EndpointSlice, which the router keeps. */
  readonly address: WrittenAddress;
  readonly port: number;
  /** '' for none. */
  readonly portName: string;
  /** '' for none. */
  readonly appProtocol: string;
  /** True if it is the cluster IP of an idle Service. */
  readonly isOfIdleService: boolean;
  /** Name of the pod. Unset for anything else. */
  readonly pod?: string;
}

/** A Service that gets requests. */
export interface ExposedService {
  readonly namespace: string;
  readonly name: string;
  /** From 0 to 256. */
  readonly weight: number;
  /** Those of the wanted port. */
  readonly servers: readonly Server[];
}

/** A PEM text whose private keys are left out, and the types of all its blocks, those of the keys among them. */
export interface PublicPem {
  readonly text: string;
  readonly blocks: readonly string[];
}

/** Sources that may connect. Never empty. */
export type AllowedSources = readonly [AllowedSource, ...AllowedSource[]];

/** A network of clients, or a single one, as written. */
export interface AllowedSource {
  readonly network: Prefix;
  readonly text: string;
}

/**
 * Maximum number of connections and requests of one address, as texts of numbers from the input. If unset, unlimited.
 */
export interface RateLimit {
  readonly connections?: string;
  readonly connectionRate?: string;
  readonly requestRate?: string;
}

/** Session affinity of a client by a cookie. */
export interface SessionCookie {
  /** If unset, the router makes a name. */
  readonly name?: string;
  readonly sameSite: 'Lax' | 'Strict' | 'None';
}

/** Handling of requests. Times are texts with their units. */
export interface ExposePolicy {
  /** If unset, the router's own choice. */
  readonly balance?: string;
  readonly allowList?: AllowedSources;
  readonly serverTimeout?: string;
  readonly tunnelTimeout?: string;
  readonly rateLimit?: RateLimit;
  readonly checkInterval?: string;
  /** Most connections to one server at the same time, as written. */
  readonly connectionsPerServer?: string;
  /** If unset, none. */
  readonly cookie?: SessionCookie;
  /** Value of the header Strict-Transport-Security. */
  readonly transportSecurity?: string;
  /** Replacement of the path, as in the input. */
  readonly rewriteTarget?: string;
  /** `append`, `replace`, `if-none` or `never`. If unset, the router's own choice. */
  readonly forwardedHeaders?: string;
  readonly adjustsHeaderCase: boolean;
}

/** Encryption of connections: none, up to the router, again from the router on, or from end to end. */
export type Termination = 'none' | 'edge' | 'reencrypt' | 'passthrough';

/** Reason why the proxy rejects a file of a Route, and the field of its `spec.tls` that the file is made of. */
export interface ProxyObjection {
  readonly field: 'certificate' | 'destinationCACertificate';
  readonly problem: string;
}

/** Makes a host and a path reachable from outside through the routers of an ingress controller. */
export interface ExposeIntent {
  readonly effect: 'expose';
  /** Name of the IngressController. */
  readonly controller: string;
  /** `<namespace>/<name>` of the Route. */
  readonly route: { readonly namespace: string; readonly name: string };
  readonly host: string;
  /** True if the first label of the host stands for any label. */
  readonly isWildcard: boolean;
  readonly path: string;
  readonly termination: Termination;
  /** Handling of plain HTTP next to TLS. */
  readonly insecure: 'refuse' | 'allow' | 'redirect';
  /** Certificate for clients instead of the router's certificate. */
  readonly certificate?: { readonly pem: PublicPem; readonly authorities?: PublicPem };
  /** Authorities that sign the certificates of the servers. */
  readonly destinationAuthorities?: PublicPem;
  /** Problems of its files. If unset, there are none. */
  readonly proxyObjections?: readonly ProxyObjection[];
  /** In byte order of their names. */
  readonly services: readonly [ExposedService, ...ExposedService[]];
  readonly policy: ExposePolicy;
  readonly requestHeaders: readonly HeaderAction[];
  readonly responseHeaders: readonly HeaderAction[];
  readonly cause: Cause;
}
