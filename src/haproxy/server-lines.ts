import { isOn, variable } from '../ingress/environment.js';
import { readTime } from '../ingress/values.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { ExposeIntent, ExposedService, Server } from '../model/intent/expose.js';
import { formatSocket } from '../net/address.js';
import { WORK, digestOfName, routeKey } from './names.js';
import { serverWeights } from './weights.js';

/** Returns the servers of a backend. A Service of weight 0 keeps its sessions if cookies identify them. */
export function serverLines(intent: ExposeIntent, controller: IngressController): string[] {
  const { services, termination } = intent;
  const weights = serverWeights(services);
  const isPassthrough = termination === 'passthrough';
  const check = checkOf(intent, controller);
  const most = intent.policy.connectionsPerServer;
  const limit = most === undefined ? '' : ` maxconn ${most}`;
  return services.flatMap((service) => {
    const weight = weights.get(service) ?? 0;
    if (isPassthrough && weight === 0) return [];
    return service.servers.map((server) => {
      const cookie = isPassthrough ? '' : ` cookie ${digestOfName(server.id)}`;
      const head = `server ${server.id} ${formatSocket(server.address.text, server.port)}${cookie} weight ${weight}`;
      return `${head}${protocolOf(intent, service, server, controller)}${server.isOfIdleService ? '' : check}${limit}`;
    });
  });
}

const HTTP2 = ['h2c', 'kubernetes.io/h2c'];

function protocolOf(
  intent: ExposeIntent,
  service: ExposedService,
  { appProtocol }: Server,
  controller: IngressController,
): string {
  if (intent.termination === 'passthrough') return '';
  if (intent.termination !== 'reencrypt') return HTTP2.includes(appProtocol) ? ' proto h2' : '';
  const authority = variable(controller, 'DEFAULT_DESTINATION_CA_PATH');
  const own = intent.destinationAuthorities;
  const file = own ? `${WORK}/cacerts/${routeKey(intent)}.pem` : authority;
  return [
    ' ssl',
    isOn(controller, 'ROUTER_DISABLE_HTTP2') ? '' : ' alpn h2,http/1.1',
    // The service CA signs for the names of Services in the cluster.
    !own && authority !== '' ? ` verifyhost ${service.name}.${service.namespace}.svc` : '',
    file === '' ? ' verify none' : ` verify required ca-file ${file}`,
  ].join('');
}

/** Returns the options of health checks. A single active server is not checked. */
function checkOf({ services, policy }: ExposeIntent, controller: IngressController): string {
  const active = services.reduce((sum, { weight, servers }) => (weight > 0 ? sum + servers.length : sum), 0);
  if (active <= 1) return '';
  const interval = policy.checkInterval ?? readTime(variable(controller, 'ROUTER_BACKEND_CHECK_INTERVAL')) ?? '5000ms';
  return ` check inter ${interval}`;
}
