import type { NetworkAnnotation } from '../model/release.js';

export const MAC: NetworkAnnotation = { name: 'node-mgmt-port-mac-address', byNetwork: false };
export const MACS_BY_NETWORK: NetworkAnnotation = { name: 'node-mgmt-port-mac-addresses', byNetwork: true };

export const JOIN_ADDRESSES: NetworkAnnotation = { name: 'node-gateway-router-lrp-ifaddr', byNetwork: false };
export const JOIN_ADDRESSES_BY_NETWORK: NetworkAnnotation = {
  name: 'node-gateway-router-lrp-ifaddrs',
  byNetwork: true,
};
