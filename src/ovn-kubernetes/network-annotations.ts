import type { NetworkAnnotation } from '../model/release.js';
import { NODE_ANNOTATION } from './annotations.js';

export const MAC: NetworkAnnotation = { name: NODE_ANNOTATION.managementMac, byNetwork: false };
export const MACS_BY_NETWORK: NetworkAnnotation = { name: NODE_ANNOTATION.managementMacsByNetwork, byNetwork: true };

export const JOIN_ADDRESSES: NetworkAnnotation = { name: NODE_ANNOTATION.joinAddresses, byNetwork: false };
export const JOIN_ADDRESSES_BY_NETWORK: NetworkAnnotation = {
  name: NODE_ANNOTATION.joinAddressesByNetwork,
  byNetwork: true,
};
