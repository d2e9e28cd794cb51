import type { Pod } from '../../../../model/cluster.js';
import type { Cause } from '../../../../model/intent/cause.js';
import type { Columns, Row } from '../../../../model/northbound.js';
import { ID_KEY, OWNER_CONTROLLER } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { gatewayRouterName, managementPortName } from '../../../../ovn-kubernetes/row-names.js';
import type { NodePortRange } from '../topology/networks.js';
import { flat } from '../../../../std/json-text.js';
import { memoize } from '../../../../std/memoize.js';
import { deferRow } from '../deferred-row.js';
import { natKey } from '../keys.js';
import type { RouterRowDraft } from '../router-row.js';
import { type FamilyKey, type PodKeys, natIds, podKeys, podRowName } from './identity.js';
import { withPlainNames } from './plain-name.js';

/** Common data of translations of one family at one node. */
export interface Translator {
  readonly family: FamilyKey;
  readonly router: string;
  readonly portRange: NodePortRange;
  readonly logical_port: string;
  readonly keys: PodKeys;
  /** Texts around the key, the name and the addresses. */
  readonly texts: Texts;
}

interface Texts {
  readonly start: string;
  readonly beforeExternal: string;
  readonly beforeLogical: string;
  readonly end: string;
  /** Bytes of a row without its addresses and its key, which occurs twice. */
  readonly bytes: number;
}

const keysOf = memoize((family: FamilyKey) => podKeys([], [family]));

/**
 * Returns the common data of the translations at a node. The parts that all translations share are single texts,
 * because a row of few pieces is joined faster.
 */
export function translatorAt(node: string, family: FamilyKey, portRange: NodePortRange): Translator {
  const { external_port_range } = portRange;
  const rangeColumn =
    external_port_range === undefined
      ? ''
      : `
        "external_port_range": "${external_port_range}",`;
  const logical_port = managementPortName(node);
  const start = flat(`{
        "external_ids": {
          "ip-family": "${family}",
          "${ID_KEY.id}": "`);
  const beforeExternal = flat(`",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER_TYPE.egressPoint}"
        },
        "external_ip": "`);
  const beforeLogical = flat(`",${rangeColumn}
        "logical_ip": "`);
  const end = flat(`",
        "logical_port": "${logical_port}",
        "options": { "stateless": "false" },
        "type": "snat"
      }`);
  const keys = keysOf(family);
  const around = [start, BEFORE_NAME, beforeExternal, beforeLogical, end];
  const bytes = around.reduce((sum, { length }) => sum + length, -keys.around);
  const texts = { start, beforeExternal, beforeLogical, end, bytes };
  return { family, router: gatewayRouterName(node), portRange, logical_port, keys, texts };
}

const BEFORE_NAME = flat(`",
          "${ID_KEY.name}": "`);

/**
 * Row of a translation. A class for the same reason as deferred rows. A template makes its text if the names are plain.
 */
class TranslationRow implements Row, RouterRowDraft {
  readonly key: string;
  readonly cause: Cause;
  readonly #logical: string;
  readonly #external: string;
  readonly #translator: Translator;

  constructor(cause: Cause, key: string, logical: string, external: string, translator: Translator) {
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
    return `${this.#translator.router}|${this.#external}`;
  }

  get columns(): Columns {
    const { family, keys } = this.#translator;
    const addresses = { logical: this.#logical, external: this.#external };
    return columnsOf(natIds(keys.nameIn(this.key), family), addresses, this.#translator);
  }

  /** Returns the columns as text. */
  render(): string {
    const { keys, texts } = this.#translator;
    const { start, beforeExternal, beforeLogical, end } = texts;
    return `${start}${this.key}${BEFORE_NAME}${keys.nameIn(this.key)}${beforeExternal}${this.#external}${beforeLogical}${this.#logical}${end}`;
  }

  get bytes(): number {
    const { bytes } = this.#translator.texts;
    return bytes + 2 * this.key.length + this.#logical.length + this.#external.length;
  }
}

/** Address of a pod, and the address that replaces it. */
export interface Translation {
  readonly logical: string;
  readonly external: string;
}

function columnsOf(
  external_ids: Readonly<Record<string, string>>,
  { logical: logical_ip, external: external_ip }: Translation,
  { portRange, logical_port }: Translator,
) {
  const options = { stateless: 'false' };
  return { external_ids, external_ip, ...portRange, logical_ip, logical_port, options, type: 'snat' } satisfies Columns;
}

/**
 * Returns the same translation for releases without ids. It is identified by its addresses, and has the name of the
 * resource.
 */
export function namedTranslationRow(cause: Cause, translation: Translation, translator: Translator): RouterRowDraft {
  const { router } = translator;
  const columns = columnsOf({ name: cause.name }, translation, translator);
  return {
    router,
    distinction: cause.name,
    row: deferRow({ key: natKey(router, columns), columns: () => columns, cause }),
  };
}

/** Returns the translation of a pod's address. */
export function translationRow(
  cause: Cause,
  pod: Pod,
  { logical, external }: Translation,
  translator: Translator,
): RouterRowDraft {
  const key = translator.keys.keyOf(podRowName(cause, pod));
  const row = new TranslationRow(cause, key, logical, external, translator);
  return withPlainNames(row, `${key}${translator.logical_port}`);
}
