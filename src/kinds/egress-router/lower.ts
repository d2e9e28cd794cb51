import type { Intent } from '../../model/intent.js';
import type { StatusIntent } from '../../model/intent/kubernetes-object.js';
import type { Manifest } from '../../model/manifest.js';
import { causeOf } from '../shared/cause.js';
import type { KindContext } from '../contract/kind-context.js';
import { operatorObjects } from './operator.js';
import type { ResolvedRouter } from './resolve.js';
import type { JsonObject } from '../../std/json.js';

/** Maximum problems that a status lists one by one. */
const MAX_PROBLEMS = 5;

/** Returns the effect of each router, the objects that OpenShift's operator would make for it, and its status. */
export function lowerRouters(routers: readonly ResolvedRouter[], context: KindContext): Intent[] {
  const isOperator = context.configuration.egressRouter.implementation === 'openshift';
  const live = new Map(
    context.observed
      .filter(({ kind }) => kind === 'EgressRouter')
      .map((manifest) => [`${manifest.namespace}/${manifest.name}`, manifest]),
  );
  return routers.flatMap((router) => {
    const { manifest, spec, effect } = router;
    if (!effect) return [statusOf(router)];
    const uid = uidOf(manifest) ?? uidOf(live.get(`${manifest.namespace}/${manifest.name}`));
    return [
      { effect: 'redirect', ...effect, cause: causeOf(manifest, '') },
      ...(isOperator ? operatorObjects(manifest, spec, uid, context) : []),
      statusOf(router),
    ];
  });
}

function uidOf(manifest: Manifest | undefined): string | undefined {
  const metadata = manifest?.object.metadata as JsonObject | undefined;
  const uid = metadata?.uid;
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

/** Returns the three conditions of the API. Times are the applier's to write: compiling knows no clock. */
function statusOf({ manifest, effect, problems }: ResolvedRouter): StatusIntent {
  const isDegraded = problems.length > 0;
  const shown = problems.slice(0, MAX_PROBLEMS).join('; ');
  const hidden = problems.length - MAX_PROBLEMS;
  const why = hidden > 0 ? `${shown}; and ${hidden} more` : shown;
  const condition = (type: string, holds: boolean, reason: string, message: string): JsonObject => ({
    type,
    status: holds ? 'True' : 'False',
    reason,
    message,
  });
  const conditions = [
    effect
      ? condition('Available', true, 'Deployed', 'The router is set up')
      : condition('Available', false, 'Refused', why),
    condition('Progressing', false, 'Settled', 'There is nothing left to set up'),
    isDegraded
      ? condition('Degraded', true, 'Refused', why)
      : condition('Degraded', false, 'AsExpected', 'Everything that was asked for is set up'),
  ];
  return { effect: 'status', subresource: 'status', status: { conditions }, cause: causeOf(manifest, '') };
}
