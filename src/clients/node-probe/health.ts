import { connect } from 'node:http2';
import { formatSocket } from '../../net/address.js';
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

/** Asks a gRPC server without TLS for the health of a service. Returns true if it serves within `timeout` milliseconds. */
export function checkHealth(address: string, port: number, service: string, timeout: number): Promise<boolean> {
  return answerWithin(timeout, (end) => {
    const session = connect(`http://${formatSocket(address, port)}`);
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

/** Returns a `HealthCheckRequest` as a message. `service` has at most 127 bytes. */
function renderRequest(service: string): Buffer {
  const name = Buffer.from(service);
  const message = Buffer.concat([Buffer.from([SERVICE_TAG, name.length]), name]);
  const prefix = Buffer.alloc(PREFIX_LENGTH);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
