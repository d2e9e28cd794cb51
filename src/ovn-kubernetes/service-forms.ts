import type { ServiceForms } from '../model/release.js';

/** Returns ready endpoints. If there are none, returns those that still serve while they shut down. */
export const readyElseTerminating: ServiceForms['eligible'] = (endpoints, publishesNotReady) => {
  const ready = endpoints.filter(({ isReady }) => isReady || publishesNotReady);
  return ready.length > 0 ? ready : endpoints.filter(({ isServing, isTerminating }) => isServing && isTerminating);
};

/** Returns all endpoints that serve, including those that shut down. */
export const serving: ServiceForms['eligible'] = (endpoints, publishesNotReady) =>
  endpoints.filter(({ isServing }) => isServing || publishesNotReady);
