import { type IncomingMessage, request } from 'node:http';
import { Duplex, PassThrough } from 'node:stream';
import { type KubeConfig, PortForward } from '@kubernetes/client-node';
import { type Failure, fail } from '../../model/change.js';
import type { ObjectName } from '../../model/kubernetes-object.js';
import type { RawAnswer } from './answer.js';
import { readBody } from './read-body.js';

/** The part of a WebSocket that is used here. */
interface OpenedSocket {
  onclose: () => void;
  /** Ends the connection without a closing handshake, for which the library would wait 30 s. */
  readonly terminate: () => void;
}

/** Maximum bytes of a response. */
const LARGEST_ANSWER = 16 * 2 ** 20;

/**
 * Sends a GET to the loopback address in the network of a pod, by `portforward` of the API server (WebSocket). For a pod on
 * the host network, this is the loopback of its node. `longest`: milliseconds until the end of the response.
 */
export async function getByPortForward(
  config: KubeConfig,
  { namespace, name }: ObjectName,
  port: number,
  path: string,
  longest: number,
): Promise<RawAnswer | Failure> {
  const [sent, received, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const what = `GET of port ${port} of the pod ${namespace}/${name}`;
  const end = new AbortController();
  try {
    // The types of the library are those of a package that is not installed.
    const opened: unknown = await new PortForward(config).portForward(namespace, name, [port], received, errors, sent);
    const socket = opened as OpenedSocket;
    socket.onclose = () => {
      received.end();
    };
    // The kubelet sends its own error on a separate stream.
    errors.on('data', (chunk: Buffer) => {
      if (chunk.length > 0) end.abort(new Error(chunk.toString().trim()));
    });
    try {
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(longest)]);
      return await exchange(Duplex.from({ readable: received, writable: sent }), path, signal);
    } finally {
      socket.terminate();
    }
  } catch (error) {
    return fail(`${what}: ${describe(error)}`, true);
  }
}

function exchange(stream: Duplex, path: string, signal: AbortSignal): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage): void => {
      readBody(response, LARGEST_ANSWER).then((body) => {
        resolve({ status: response.statusCode ?? 0, body });
      }, reject);
    };
    const headers = { host: 'localhost', connection: 'close', accept: 'application/json' };
    const sent = request({ createConnection: () => stream, path, headers, signal }, receive);
    sent.on('error', (error) => {
      reject(signal.reason instanceof Error ? signal.reason : error);
    });
    sent.end();
  });
}

/** Describes an error, or the event by which a WebSocket reports one. */
function describe(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
      ? error.message
      : 'the connection broke';
  const [, status] = /^Unexpected server response: (\d+)$/.exec(message) ?? [];
  return status === undefined ? message : `HTTP ${status}${status === '403' ? ': a permission is missing' : ''}`;
}
