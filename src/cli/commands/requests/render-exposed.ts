import { pathOfName } from '../../../model/kubernetes-object.js';
import { type ExposedUrl, countServers, serverPorts, sourcesOf, textOfUrl } from '../../../requests/exposed.js';
import { quoteField } from '../../../std/csv.js';
import { plural } from '../../../std/plural.js';

/** Returns the exposed URLs as data for `--format json`. */
export function exposedData(urls: readonly ExposedUrl[]): object {
  return {
    exposed: urls.map((one) => ({
      url: textOfUrl(one),
      scheme: one.scheme,
      host: one.host,
      path: one.path,
      controller: one.controller,
      route: pathOfName(one.route.route),
      tls: one.route.termination,
      isRedirect: one.isRedirect,
      sources: (one.route.policy.allowList ?? []).map(({ text }) => text),
      services: one.route.services.map((service) => ({
        namespace: service.namespace,
        name: service.name,
        weight: service.weight,
        ports: serverPorts(service),
        pods: countServers(service),
      })),
    })),
  };
}

/** Renders the exposed URLs as `csv` (RFC 4180), or as text, one per line. */
export function exposedLines(urls: readonly ExposedUrl[], format: string): string[] {
  if (format === 'csv') return ['url,controller,route,tls,services,sources', ...urls.map(toCSV)];
  return urls.map((one) => {
    const { route, isRedirect, controller } = one;
    const what = isRedirect ? `redirected to https://${one.host}${one.path}` : textOfServices(one);
    const who = sourcesOf(route).join(' ');
    return `${textOfUrl(one)} => ${what} : ${who}, TLS ${route.termination}, Route ${pathOfName(route.route)} on ${controller}`;
  });
}

function toCSV(one: ExposedUrl): string {
  const { route, isRedirect, controller } = one;
  const services = isRedirect ? 'redirect' : textOfServices(one);
  const fields = [textOfUrl(one), controller, pathOfName(route.route), route.termination, services];
  return [...fields, sourcesOf(route).join(' ')].map(quoteField).join();
}

/** Formats services: `shop/web:8080 (2 pods), shop/next:8080 (1 pod)`. */
function textOfServices({ route: { services } }: ExposedUrl): string {
  return services
    .map((service) => {
      const ports = serverPorts(service).map((port) => `:${port}`);
      return `${service.namespace}/${service.name}${ports.join('')} (${plural(countServers(service), 'pod')})`;
    })
    .join(', ');
}
