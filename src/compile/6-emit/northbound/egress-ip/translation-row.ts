import type { Cause } from '../../../../model/intent/cause.js';
import type { Columns, Row } from '../../../../model/northbound.js';
import { ID_KEY, OWNER_CONTROLLER, objectId } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { flat } from '../../../../std/json-text.js';
import { withPlainName } from './plain-name.js';
import { type FamilyKey, natIds } from './identity.js';

/** What the translations of one resource at one point have in common. */
export interface Translation {
  readonly family: FamilyKey;
  readonly external_ip: string;
  readonly external_port_range: string;
  readonly logical_port: string;
  /** What is around the names and the address of a pod. */
  readonly texts: Texts;
}

interface Texts {
  readonly beforeKey: string;
  readonly beforeAddress: string;
  readonly end: string;
}

/** What is common to the translations to an address. What is the same in all is one text: a row of few pieces is put together faster. */
export function translateTo(common: Omit<Translation, 'texts'>): Translation {
  const { family, external_ip, external_port_range, logical_port } = common;
  const texts = {
    beforeKey: flat(`{
        "external_ids": {
          "ip-family": "${family}",
          "${ID_KEY.id}": "`),
    beforeAddress: flat(`",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER_TYPE.egressPoint}"
        },
        "external_ip": "${external_ip}",
        "external_port_range": "${external_port_range}",
        "logical_ip": "`),
    end: flat(`",
        "logical_port": "${logical_port}",
        "options": { "stateless": "false" },
        "type": "snat"
      }`),
  };
  return { family, external_ip, external_port_range, logical_port, texts };
}

/** A class for the same reason as rows that are deferred; its text is made by a template where the names are plain. */
class TranslationRow implements Row {
  readonly key: string;
  readonly cause: Cause;
  readonly #name: string;
  readonly #address: string;
  readonly #translation: Translation;

  constructor(cause: Cause, name: string, address: string, translation: Translation) {
    this.key = flat(objectId(OWNER_TYPE.egressPoint, name, translation.family));
    this.cause = cause;
    this.#name = name;
    this.#address = address;
    this.#translation = translation;
  }

  get columns(): Columns {
    const { family, external_ip, external_port_range, logical_port } = this.#translation;
    return {
      external_ids: natIds(this.#name, family),
      external_ip,
      external_port_range,
      logical_ip: this.#address,
      logical_port,
      options: { stateless: 'false' },
      type: 'snat',
    };
  }

  /** The columns again. */
  render(): string {
    const { beforeKey, beforeAddress, end } = this.#translation.texts;
    return `${beforeKey}${this.key}${BEFORE_NAME}${this.#name}${beforeAddress}${this.#address}${end}`;
  }
}

const BEFORE_NAME = flat(`",
          "${ID_KEY.name}": "`);

/** The translation of a pod's address; `name` is that of what the resource has for the pod. */
export function translationRow(cause: Cause, name: string, address: string, translation: Translation): Row {
  return withPlainName(new TranslationRow(cause, name, address, translation), `${name}${translation.logical_port}`);
}
