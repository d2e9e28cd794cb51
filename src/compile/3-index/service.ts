import type { AddressedService } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { readServiceAddresses } from './service-addresses.js';
import { readServicePort } from './service-ports.js';
import { type Json, asObject, asList } from '../../std/json.js';
import { present } from '../../std/present.js';

/** Reads a Service as the owner of addresses. Texts that are not addresses (`None`, host names) are skipped. */
export function readService(manifest: Manifest): AddressedService {
  const addresses = present(
    readServiceAddresses(manifest).map(({ address, scope, field, pointer }) =>
      address === undefined ? undefined : { address, scope, field, pointer },
    ),
  );
  const ports = present(asList(asObject(manifest.object.spec)?.ports).map(readPort));
  return {
    namespace: manifest.namespace,
    name: manifest.name,
    addresses,
    ports: ports.length < 2 ? ports : [...new Set(ports)],
    manifest,
  };
}

function readPort(item: Json): string | undefined {
  const port = readServicePort(item);
  return port && `${port.port}/${port.protocol}`;
}
