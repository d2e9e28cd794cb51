import type { Finding } from '../../model/diagnostic.js';
import { type Address, type CanonicalAddress, readAddress } from '../../net/address.js';
import { isInterfaceName } from '../../net/interface-name.js';
import { type WrittenCIDR, parseCIDR } from '../../net/prefix.js';
import { isGlobalUnicast, specialUseOf } from '../shared/address-class.js';
import { messages } from './messages.js';

/** An EgressRouter's spec, as the schema takes it. */
export interface EgressRouterSpec {
  readonly redirect: {
    readonly redirectRules?: readonly RedirectRule[];
    readonly fallbackIP?: string;
  };
  readonly networkInterface?: { readonly macvlan?: { readonly mode?: MacvlanMode; readonly master?: string } };
  readonly addresses: readonly { readonly ip: string; readonly gateway?: string }[];
}

export interface RedirectRule {
  readonly destinationIP: string;
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly targetPort?: number;
}

export type MacvlanMode = 'Bridge' | 'Private' | 'VEPA' | 'Passthru';

/** RFC 1035 §2.3.1, as Kubernetes has Service names. */
const SERVICE_NAME = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Returns the problem of a router's name for a Service of the same name. */
export function checkName(name: string): Finding | undefined {
  return SERVICE_NAME.test(name) ? undefined : messages.badName(name);
}

/** Returns the problem of the name of a node's interface. '' means that none is set. */
export function checkMaster(name: string): Finding | undefined {
  return name === '' || isInterfaceName(name) ? undefined : messages.badMaster(name);
}

/** Returns an address of a host with the length of its network's prefix, or what is wrong with it. */
export function readRouterAddress(text: string): WrittenCIDR | Finding {
  const written = parseCIDR(text);
  if (!written) return messages.badAddress(text);
  return isGlobalUnicast(written.address) ? written : messages.unusableAddress(text, useOf(written.address));
}

/** Returns the address of a host (a gateway or a destination), or why it is invalid. */
export function readHostAddress(text: string): CanonicalAddress | Finding {
  return checkHost(readAddress(text), text);
}

function checkHost(address: CanonicalAddress | undefined, text: string): CanonicalAddress | Finding {
  if (!address) return messages.unusableAddress(text, 'not an address');
  return isGlobalUnicast(address) ? address : messages.unusableAddress(text, useOf(address));
}

/** Returns a gateway, which may be known by its link-local address only. */
export function readGateway(text: string): CanonicalAddress | Finding {
  const address = readAddress(text);
  return address && specialUseOf(address) === 'link-local' ? address : checkHost(address, text);
}

function useOf(address: Address): string {
  return specialUseOf(address) ?? 'the broadcast address';
}
