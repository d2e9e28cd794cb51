import { collectObjects } from '../compile/6-emit/manifests/collect.js';
import { emitRouters } from '../compile/6-emit/router/emit.js';
import type { Cause } from '../model/intent/cause.js';
import { nameOf, textOf } from '../model/kubernetes-object.js';
import type { CompiledInput } from '../model/compiled-input.js';

/** A Kubernetes object that Weir writes, or a status that it sets. */
export interface MadeObject {
  readonly kind: string;
  /** '' for a cluster-wide object. */
  readonly namespace: string;
  readonly name: string;
  /** File of the output folder. */
  readonly path: string;
  /** What Weir writes: the object, its labels, or its status. */
  readonly part: 'object' | 'labels' | 'status';
  readonly causes: readonly Cause[];
}

/** Returns the objects and statuses that a repository is compiled to. */
export function collectMadeObjects({ intents, configuration }: CompiledInput): readonly MadeObject[] {
  const ignore = (): void => undefined;
  const redirects = intents.filter((intent) => intent.effect === 'redirect');
  const written = [...collectObjects(intents, ignore), ...emitRouters(redirects, configuration).objects];
  return [
    ...written.map(({ object, causes }): MadeObject => {
      const kind = textOf(object.kind);
      const part = kind === 'Node' ? 'labels' : 'object';
      return { kind, ...nameOf(object), path: 'cluster/manifests.yaml', part, causes };
    }),
    ...intents.flatMap((intent): MadeObject[] => {
      const { cause } = intent;
      if (intent.effect === 'derived-object') {
        const { object } = intent;
        const place = { path: 'ingress/routes.yaml', part: 'object' } as const;
        return [{ kind: textOf(object.kind), ...nameOf(object), ...place, causes: [cause] }];
      }
      if (intent.effect !== 'status') return [];
      const { kind, namespace, name } = cause;
      return [{ kind, namespace, name, path: 'cluster/status.yaml', part: 'status', causes: [cause] }];
    }),
  ];
}
