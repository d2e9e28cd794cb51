import type { Cause } from '../../../../model/intent/cause.js';
import type { Columns, Row } from '../../../../model/northbound.js';
import { ID_KEY, OWNER_CONTROLLER, objectId } from '../../../../ovn-kubernetes/object-ids.js';
import { OWNER_TYPE } from '../../../../ovn-kubernetes/owner-types.js';
import { withPlainName } from './plain-name.js';
import { type FamilyKey, natIds } from './identity.js';

/** What the translations of one resource at one point have in common. */
export interface Translation {
  readonly family: FamilyKey;
  readonly external_ip: string;
  readonly external_port_range: string;
  readonly logical_port: string;
}

/** A class for the same reason as rows that are deferred; its text is made by a template where the names are plain. */
class TranslationRow implements Row {
  readonly key: string;
  readonly cause: Cause;
  readonly #name: string;
  readonly #address: string;
  readonly #translation: Translation;

  constructor(cause: Cause, name: string, address: string, translation: Translation) {
    this.key = objectId(OWNER_TYPE.egressPoint, name, translation.family);
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
    const { family, external_ip, external_port_range, logical_port } = this.#translation;
    return `{
        "external_ids": {
          "ip-family": "${family}",
          "${ID_KEY.id}": "${this.key}",
          "${ID_KEY.name}": "${this.#name}",
          "${ID_KEY.ownerController}": "${OWNER_CONTROLLER}",
          "${ID_KEY.ownerType}": "${OWNER_TYPE.egressPoint}"
        },
        "external_ip": "${external_ip}",
        "external_port_range": "${external_port_range}",
        "logical_ip": "${this.#address}",
        "logical_port": "${logical_port}",
        "options": { "stateless": "false" },
        "type": "snat"
      }`;
  }
}

/** The translation of a pod's address; `name` is that of what the resource has for the pod. */
export function translationRow(cause: Cause, name: string, address: string, translation: Translation): Row {
  return withPlainName(new TranslationRow(cause, name, address, translation), `${name}${translation.logical_port}`);
}
