import type { AddressedService } from '../../model/address-inventory.js';
import type { Manifest } from '../../model/manifest.js';
import { readServiceAddresses } from './service-addresses.js';
import { readServicePort } from './service-ports.js';
import { asObject, asList } from '../../std/json.js';

/** Reads a Service as the holder of addresses. Texts that are no address (`None`, host names) are passed over. */
export function readService(manifest: Manifest): AddressedService {
  const addresses = readServiceAddresses(manifest).flatMap(({ address, scope, field, pointer }) =>
    address === undefined ? [] : [{ address, scope, field, pointer }],
  );
  const ports = asList(asObject(manifest.object.spec)?.ports).flatMap((item) => {
    const port = readServicePort(item);
    return port ? [`${port.port}/${port.protocol}`] : [];
  });
  return { namespace: manifest.namespace, name: manifest.name, addresses, ports: [...new Set(ports)], manifest };
}
