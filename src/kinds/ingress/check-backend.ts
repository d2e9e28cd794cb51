import { textOf } from '../../model/kubernetes-object.js';
import type { ReportAt } from '../../model/report-at.js';
import { isLabel } from '../../net/dns-name.js';
import { isPortName } from '../../net/port-name.js';
import { type Json, type JsonObject, asObject, isObject } from '../../std/json.js';
import { findReferenceProblems } from '../shared/object-reference.js';
import { messages } from './messages.js';

const HIGHEST_PORT = 65535;

/** Reports what the API server refuses in a backend (Kubernetes 1.36, `validateIngressBackend`). */
export function checkBackend(backend: Json | undefined, pointer: string, reportAt: ReportAt): void {
  const { service, resource } = asObject(backend) ?? {};
  if (isObject(service) && isObject(resource)) {
    reportAt(messages.badBackend('expected a Service or an object as the backend, found both'), pointer);
  } else if (isObject(resource)) {
    for (const { field, text } of findReferenceProblems(resource)) {
      reportAt(messages.badBackend(text), `${pointer}/resource/${field}`);
    }
  } else if (isObject(service)) checkService(service, `${pointer}/service`, reportAt);
  else reportAt(messages.badBackend('expected a Service or an object as the backend, found neither'), pointer);
}

function checkService({ name, port }: JsonObject, pointer: string, reportAt: ReportAt): void {
  const service = textOf(name);
  if (!isLabel(service)) {
    const text = `${JSON.stringify(service)} cannot be the name of a Service`;
    reportAt(messages.badBackend(text), `${pointer}/name`);
  }
  const { name: portName, number } = asObject(port) ?? {};
  const hasName = textOf(portName) !== '';
  const hasNumber = typeof number === 'number' && number !== 0;
  if (hasName === hasNumber) {
    reportAt(
      messages.badBackend(`expected either the name or the number of a port for the backend ${service}`),
      pointer,
    );
  } else if (hasName && !isPortName(textOf(portName))) {
    const text = `${JSON.stringify(portName)} cannot be the name of a port`;
    reportAt(messages.badBackend(text), `${pointer}/port/name`);
  } else if (hasNumber && (number < 1 || number > HIGHEST_PORT)) {
    reportAt(messages.badBackend(`${number} is not the number of a port`), `${pointer}/port/number`);
  }
}
