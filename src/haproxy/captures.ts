import { variable } from '../ingress/environment.js';
import type { IngressController } from '../model/ingress-controller.js';

/** A header or cookie that is logged. */
interface Capture {
  readonly name: string;
  readonly length: number;
}

/** Returns the cookie that is logged. Its name ends with `=` if the complete name must match. */
export function capturedCookie(controller: IngressController): Capture | undefined {
  return readCapture(variable(controller, 'ROUTER_CAPTURE_HTTP_COOKIE'));
}

/** Returns the lines for the headers and the cookie that a frontend logs. */
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

/** Parses `<name>:<length>`. Returns undefined for any other text. */
function readCapture(text: string): Capture | undefined {
  const [, name = '', digits] = /^([^:]+):([0-9]+)$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : { name, length: Number(digits) };
}
