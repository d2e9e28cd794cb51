import { operatorEnvironment } from '../../ingress/environment.js';
import type { IngressController } from '../../model/ingress-controller.js';
import { compileSelectorText } from '../../selectors/selector-text.js';
import { messages } from './messages.js';
import type { ReportAt } from '../../model/report-at.js';

/** Item of `ingressControllers` of weir.yaml, valid by the schema. */
export interface WrittenController {
  readonly name: string;
  readonly domain: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly environmentDefaults?: 'operator' | 'none';
  readonly defaultCertificate?: string;
  readonly serviceCA?: string;
  readonly deniedSecrets?: readonly string[];
  readonly keepInvalid?: boolean;
}

const SELECTORS = ['ROUTE_LABELS', 'NAMESPACE_LABELS'];

/** Returns the ingress controllers in the given order. Reports duplicate names and invalid selectors. */
export function parseControllers(
  written: readonly WrittenController[],
  reportAt: ReportAt,
): readonly IngressController[] {
  const names = new Set<string>();
  return written.map((controller, index) => {
    const { name, domain, environment = {}, defaultCertificate, serviceCA } = controller;
    const pointer = `/ingressControllers/${index}`;
    if (names.size === names.add(name).size) reportAt(messages.sameController(name), `${pointer}/name`);
    for (const variable of SELECTORS) {
      const selector = compileSelectorText(environment[variable] ?? '');
      if ('text' in selector) {
        reportAt(messages.badRouterSelector(variable, selector.text), `${pointer}/environment/${variable}`);
      }
    }
    const ofOperator = controller.environmentDefaults === 'none' ? {} : operatorEnvironment(name, domain);
    return {
      name,
      environment: new Map(Object.entries({ ...ofOperator, ...environment })),
      ...(defaultCertificate === undefined ? {} : { defaultCertificate: { path: defaultCertificate } }),
      ...(serviceCA === undefined ? {} : { serviceCA: { path: serviceCA } }),
      deniedSecrets: new Set(controller.deniedSecrets ?? []),
      keepInvalid: controller.keepInvalid ?? false,
    };
  });
}
