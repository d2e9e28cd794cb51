import type { JsonObject } from '../../../std/json.js';

/** Values in which the Deployments of routers differ. */
export interface RouterDeployment {
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
  readonly image: string;
  readonly configMap: string;
}

const FOLDER = '/etc/weir';
const UNPRIVILEGED_USER = 65534;

/**
 * Returns `spec` of a router's Deployment: a container that loads the rules and ends, and one without privileges that
 * only keeps the network namespace.
 */
export function deploymentSpec({ labels, annotations, image, configMap }: RouterDeployment): JsonObject {
  return {
    replicas: 1,
    // Two pods must never have the router's address at the same time.
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels, annotations },
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        // `sleep` as the first process receives no signal, and there is nothing to finish.
        terminationGracePeriodSeconds: 1,
        initContainers: [
          {
            name: 'setup',
            image,
            command: ['/bin/sh', `${FOLDER}/setup.sh`],
            securityContext: setupSecurity(),
            volumeMounts: [{ name: 'setup', mountPath: FOLDER, readOnly: true }],
          },
        ],
        containers: [
          {
            name: 'router',
            image,
            command: ['sleep', 'infinity'],
            resources: { requests: { cpu: '10m' } },
            securityContext: idleSecurity(),
          },
        ],
        volumes: [{ name: 'setup', configMap: { name: configMap } }],
      },
    },
  };
}

/**
 * Returns the security context of the setup container. NET_ADMIN is needed to load nftables rules, and to add routes
 * and routing rules in the pod's network namespace. User 0 is needed because an added capability applies only to
 * programs of that user. It is not privileged, because the attachment's `tuning` plugin makes the settings under
 * /proc/sys. It has no NET_RAW, because the `macvlan` plugin announces the addresses.
 */
function setupSecurity(): JsonObject {
  return {
    runAsUser: 0,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
}

/** Returns a security context without capabilities, because the kernel forwards the traffic. */
function idleSecurity(): JsonObject {
  return {
    runAsNonRoot: true,
    runAsUser: UNPRIVILEGED_USER,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
