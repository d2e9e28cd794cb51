import type { ServiceForms } from '../model/release.js';

/** Ready endpoints, and while there are none, those that still serve while they are shut down. */
export const readyElseTerminating: ServiceForms['eligible'] = (endpoints, publishesNotReady) => {
  const ready = endpoints.filter(({ isReady }) => isReady || publishesNotReady);
  return ready.length > 0 ? ready : endpoints.filter(({ isServing, isTerminating }) => isServing && isTerminating);
};

/** All endpoints that serve, also those that are shut down. */
export const serving: ServiceForms['eligible'] = (endpoints, publishesNotReady) =>
  endpoints.filter(({ isServing }) => isServing || publishesNotReady);
