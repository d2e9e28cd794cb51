import type { Exposure } from '../ingress/exposure.js';
import type { Cluster } from '../model/cluster.js';
import type { Configuration } from '../model/configuration.js';
import type { IngressController } from '../model/ingress-controller.js';
import type { Intent } from '../model/intent.js';
import { buildPolicyModel } from '../traffic/policies/model.js';
import { type RequestAnswer, type Router, answerRequest, createRouter } from './answer.js';
import { type OtherRoute, listOtherRoutes } from './other-routes.js';
import { type Request, baseOf } from './request.js';
import { type RouterPods, type RequestTarget, findRouterPods, listRequestTargets } from './targets.js';

/** Trace of a request from the client to the pods. */
export interface RequestTrace {
  readonly controller: IngressController;
  readonly request: Request;
  readonly answer: RequestAnswer;
  /** Services that may get the request. Empty if none does. */
  readonly targets: readonly RequestTarget[];
  readonly routerPods: RouterPods;
  readonly otherRoutes: readonly OtherRoute[];
}

/** Compiled state that requests are traced in. */
export interface RequestContext {
  readonly exposure: Exposure;
  readonly intents: readonly Intent[];
  readonly cluster: Cluster;
  readonly configuration: Configuration;
}

/**
 * Traces a request through the routers of a controller: the one with the given name, else the first that has a Route
 * for the host. Returns undefined if no such controller exists.
 */
export function traceRequest(meaning: RequestContext, request: Request, name?: string): RequestTrace | undefined {
  const { exposure, intents, cluster } = meaning;
  const exposed = intents.filter((intent) => intent.effect === 'expose');
  const all = exposure.controllers.map(({ controller, admissions }) => ({
    router: createRouter(exposed, controller),
    admissions,
  }));
  const asked = name === undefined ? all : all.filter(({ router }) => router.controller.name === name);
  const found = asked.find(({ router }) => knowsHost(router, request)) ?? asked[0];
  if (!found) return undefined;
  const { router, admissions } = found;
  const answer = answerRequest(router, request);
  const { outcome } = answer;
  const routerPods = findRouterPods(router.controller, cluster);
  const isSent = outcome.type === 'served' || outcome.type === 'passed';
  return {
    controller: router.controller,
    request,
    answer,
    targets: isSent ? listRequestTargets(outcome.route, routerPods, cluster, buildPolicyModel(meaning)) : [],
    routerPods,
    otherRoutes: listOtherRoutes(router, admissions, request, answer),
  };
}

/** Returns true if the routers have a Route for the host, or for the name of the handshake, which is enough for TLS. */
function knowsHost({ hosts }: Router, request: Request): boolean {
  return [baseOf(request), request.sni.toLowerCase()].some((text) => hosts.ofHost(text).length > 0);
}
