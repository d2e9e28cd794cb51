import type { JsonObject } from '../../../std/json.js';

/** What differs between the Deployments of routers. */
export interface RouterDeployment {
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
  readonly image: string;
  readonly configMap: string;
}

const FOLDER = '/etc/weir';
const NOBODY = 65534;

/**
 * `spec` of a router's Deployment: a container that loads the rules and ends, and one that does nothing but keep the
 * network namespace, with no rights at all.
 */
export function deploymentSpec({ labels, annotations, image, configMap }: RouterDeployment): JsonObject {
  return {
    replicas: 1,
    // Two pods must never have the router's address at once.
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels, annotations },
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        // `sleep` as the first process hears no signal, and there is nothing to finish.
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
 * NET_ADMIN, because only it may load nftables rules, add routes and add routing rules in the pod's network namespace; and
 * user 0, because a capability that is added reaches a program of that user only. Not privileged: the settings under
 * /proc/sys, which would need it, are made by the attachment's `tuning` plugin. Not NET_RAW: the `macvlan` plugin
 * announces the addresses.
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

/** No capability: the kernel passes the traffic on, the process has no part in it. */
function idleSecurity(): JsonObject {
  return {
    runAsNonRoot: true,
    runAsUser: NOBODY,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
