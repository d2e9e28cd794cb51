import type { Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Row } from '../../../../model/northbound.js';
import { RowOfShape, RowShape } from '../../../../northbound/row-shape.js';
import { gatewayRouterName, managementPortName } from '../../../../ovn-kubernetes/row-names.js';
import type { NodePortRange } from '../topology/networks.js';
import { memoize } from '../../../../std/memoize.js';
import { type NatIdentity, natKey } from '../keys.js';
import type { RouterRowDraft } from '../router-row.js';
import { type FamilyKey, type PodKeys, natIds, podKeys, podRowName } from './identity.js';
import { withPlainNames } from './plain-name.js';

/** Common data of translations of one family at one node. */
export interface Translator {
  readonly router: string;
  /** Unset for a release without ids. There, a translation is identified by its addresses. */
  readonly keys: PodKeys | undefined;
  readonly identify: (translation: Translation) => NatIdentity;
  readonly shape: RowShape<Values>;
}

/** Address of a pod, and the address that replaces it. */
export interface Translation {
  readonly logical: string;
  readonly external: string;
}

type Values = readonly [name: string, logical: string, external: string];

const keysOf = memoize((family: FamilyKey) => podKeys([], [family]));

/** Returns the common data of the translations at a node. */
export function translatorAt(node: string, family: FamilyKey, portRange: NodePortRange, hasIds: boolean): Translator {
  const common = { type: 'snat', logical_port: managementPortName(node), ...portRange };
  const identify: Translator['identify'] = ({ logical: logical_ip, external: external_ip }) => ({
    ...common,
    logical_ip,
    external_ip,
  });
  const shape = new RowShape<Values>('NAT', ([name, logical, external]) => ({
    external_ids: hasIds ? natIds(name, family) : { name },
    ...identify({ logical, external }),
    options: { stateless: 'false' },
  }));
  return { router: gatewayRouterName(node), keys: hasIds ? keysOf(family) : undefined, identify, shape };
}

/** Row of a translation. */
class TranslationRow extends RowOfShape<Values> implements RouterRowDraft {
  readonly key: string;
  readonly cause: Cause;
  readonly #logical: string;
  readonly #external: string;
  readonly #translator: Translator;

  constructor(cause: Cause, key: string, { logical, external }: Translation, translator: Translator) {
    super();
    this.key = key;
    this.cause = cause;
    this.#logical = logical;
    this.#external = external;
    this.#translator = translator;
  }

  get row(): Row {
    return this;
  }

  get router(): string {
    return this.#translator.router;
  }

  get distinction(): string {
    const { keys, router } = this.#translator;
    return keys ? `${router}|${this.#external}` : this.cause.name;
  }

  get shape(): RowShape<Values> {
    return this.#translator.shape;
  }

  get values(): Values {
    return [this.#translator.keys?.nameIn(this.key) ?? this.cause.name, this.#logical, this.#external];
  }
}

/** Returns the translation of a pod's address. */
export function translationRow(
  cause: Cause,
  pod: Pod,
  translation: Translation,
  translator: Translator,
): RouterRowDraft {
  const { keys, router, identify } = translator;
  const key = keys?.keyOf(podRowName(cause, pod)) ?? natKey(router, identify(translation));
  const row = new TranslationRow(cause, key, translation, translator);
  return withPlainNames(row, `${keys ? key : cause.name}${router}`);
}
