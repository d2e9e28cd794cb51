import { variable } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';

/** A header or cookie that is written into the log. */
interface Capture {
  readonly name: string;
  readonly length: number;
}

/** The cookie that is logged; its name ends in `=` where all of it must match. */
export function capturedCookie(controller: IngressController): Capture | undefined {
  return readCapture(variable(controller, 'ROUTER_CAPTURE_HTTP_COOKIE'));
}

/** What a frontend writes into the log. */
export function captureLines(controller: IngressController): string[] {
  const headers = (side: 'request' | 'response'): string[] =>
    variable(controller, `ROUTER_CAPTURE_HTTP_${side.toUpperCase()}_HEADERS`)
      .split(',')
      .flatMap((text) => readCapture(text) ?? [])
      .map(({ name, length }) => `capture ${side} header ${name} len ${length}`);
  const cookie = capturedCookie(controller);
  return [
    ...headers('request'),
    ...headers('response'),
    ...(cookie ? [`capture cookie ${cookie.name} len ${cookie.length}`] : []),
  ];
}

/** `<name>:<length>`. */
function readCapture(text: string): Capture | undefined {
  const [, name = '', digits] = /^([^:]+):([0-9]+)$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : { name, length: Number(digits) };
}
