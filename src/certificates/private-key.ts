import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto';
import type { PemBlock } from './pem.js';

/** Properties of a private key. Only its type and its public half leave this file. */
export interface PrivateKey {
  /** Algorithm by its Node name, such as `rsa`, `ec` or `ed25519`. */
  readonly algorithm: string;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Buffer;
}

/** Reads a private key in PKCS #8, PKCS #1 or SEC 1, for any type of block. Returns undefined for other bytes. */
export function readPrivateKey({ bytes }: PemBlock): PrivateKey | undefined {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    try {
      return describe(createPrivateKey({ key: bytes, format: 'der', type }));
    } catch {
      // Not in this encoding.
    }
  }
  return undefined;
}

function describe(key: KeyObject): PrivateKey {
  return {
    algorithm: key.asymmetricKeyType ?? '',
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }),
  };
}
