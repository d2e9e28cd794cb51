import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect } from 'node:http2';
import { type SecureContext, createSecureContext } from 'node:tls';
import { formatSocket } from '../../net/address.js';
import { memoizeLast } from '../../std/memoize.js';
import { answerWithin } from './answer-within.js';

/** The health protocol of gRPC (grpc.health.v1). */
const METHOD = '/grpc.health.v1.Health/Check';
/** gRPC over HTTP/2: a byte for the compression and four for the length come before a message. */
const PREFIX_LENGTH = 5;
/** Tag of field 1 as bytes, in protocol buffers. */
const SERVICE_TAG = 0x0a;
/** `status: SERVING`: the tag of field 1 as a number, and 1. */
const SERVING = Buffer.from([0x08, 0x01]);
/** Maximum bytes of an answer. */
const MAX_ANSWER = 1024;

/** How health checks are encrypted, and the certificates of their servers checked. */
export interface HealthTls {
  /** Path of a PEM file with the certificates of authorities. It is read for each check, because they are renewed. */
  readonly ca: string;
  /** Name in the certificates of all servers. */
  readonly serverName: string;
}

/** A gRPC server of health checks. Without `tls`, connections are not encrypted. */
export interface HealthEndpoint {
  readonly address: string;
  readonly port: number;
  readonly tls?: HealthTls | undefined;
}

/**
 * Asks a gRPC server for the health of a service. Returns true if it serves within `timeout` milliseconds, and false if
 * the file with the authorities cannot be used.
 */
export async function checkHealth(endpoint: HealthEndpoint, service: string, timeout: number): Promise<boolean> {
  const authorities = endpoint.tls && readAuthorities(endpoint.tls.ca);
  if (endpoint.tls && !authorities) return false;
  return answerWithin(timeout, (end) => {
    const session = openSession(endpoint, authorities);
    session.on('error', () => {
      end(false);
    });
    const request = session.request({
      ':method': 'POST',
      ':path': METHOD,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const answer: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      answer.push(chunk);
      size += chunk.length;
      if (size > MAX_ANSWER) end(false);
    });
    request.on('error', () => {
      end(false);
    });
    request.on('end', () => {
      end(Buffer.concat(answer).subarray(PREFIX_LENGTH).equals(SERVING));
    });
    request.end(renderRequest(service));
    return session;
  });
}

/** Returns the certificates of authorities in a PEM file. Returns undefined if it cannot be read, or has none. */
export function readAuthorities(path: string): SecureContext | undefined {
  try {
    return contextOf(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The context is the same as long as the file is, because a round of probes reads it for each node. */
const contextOf = memoizeLast((ca: string): SecureContext => {
  // `createSecureContext` ignores a text without certificates.
  new X509Certificate(ca);
  return createSecureContext({ ca, minVersion: 'TLSv1.2' });
});

function openSession({ address, port, tls }: HealthEndpoint, secureContext?: SecureContext): ClientHttp2Session {
  const authority = formatSocket(address, port);
  if (!tls || !secureContext) return connect(`http://${authority}`);
  return connect(`https://${authority}`, { secureContext, servername: tls.serverName });
}

/** Returns a `HealthCheckRequest` as a message. `service` has at most 127 bytes. */
function renderRequest(service: string): Buffer {
  const name = Buffer.from(service);
  const message = Buffer.concat([Buffer.from([SERVICE_TAG, name.length]), name]);
  const prefix = Buffer.alloc(PREFIX_LENGTH);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
