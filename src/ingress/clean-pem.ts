import { parseCertificate } from '../certificates/certificate.js';
import { type PemBlock, readPem, writePem } from '../certificates/pem.js';
import { type PrivateKey, readPrivateKey } from '../certificates/private-key.js';

/** The blocks of a PEM text that a router keeps, in canonical form. */
export interface CleanPem {
  /** Blocks without a private key. */
  readonly text: string;
  /** Types of all blocks, including keys. */
  readonly blocks: readonly string[];
  /** Private keys of the blocks. Undefined for an unreadable key. */
  readonly keys: readonly (PrivateKey | undefined)[];
}

const PRIVATE_KEYS = ['RSA PRIVATE KEY', 'ECDSA PRIVATE KEY', 'EC PRIVATE KEY', 'PRIVATE KEY'];
const PUBLIC_KEYS = ['PUBLIC KEY', 'RSA PUBLIC KEY', 'DSA PUBLIC KEY', 'ECDSA PUBLIC KEY'];
/** Types of the two private keys that routers write. */
const WRITTEN_KEYS: Readonly<Record<string, string>> = { rsa: 'RSA PRIVATE KEY', ec: 'EC PRIVATE KEY' };

/** Go types of the private keys that Go reads and routers do not write. */
const OTHER_KEYS: Readonly<Record<string, string>> = { ed25519: 'ed25519.PrivateKey', x25519: '*ecdh.PrivateKey' };

type CleanBlock =
  { readonly type: string; readonly text: string; readonly key?: PrivateKey } | { readonly problem: string };

/**
 * Returns the blocks of a PEM text that a router knows, or the reason why it rejects the text. See the OpenShift
 * router, `sanitizePEM`.
 */
export function cleanPem(text: string): CleanPem | { readonly problem: string } {
  const blocks: string[] = [];
  const texts: string[] = [];
  const keys: PrivateKey[] = [];
  for (const block of readPem(text)) {
    if (block.type === 'EC PARAMETERS') continue;
    const cleaned = cleanBlock(block);
    if ('problem' in cleaned) return cleaned;
    blocks.push(cleaned.type);
    texts.push(cleaned.text);
    if (cleaned.key) keys.push(cleaned.key);
  }
  return { text: texts.join(''), blocks, keys };
}

/** Returns the blocks of a PEM text unchanged, without private keys in the text. */
export function rawPem(text: string): CleanPem {
  const blocks = readPem(text);
  return {
    text: blocks.map(({ type, bytes }) => (isPrivate(type) ? '' : writePem(type, bytes))).join(''),
    blocks: blocks.map(({ type }) => type),
    keys: blocks.filter(({ type }) => isPrivate(type)).map(readPrivateKey),
  };
}

/** Returns true if a block of the type contains a private key. */
export function isPrivate(type: string): boolean {
  return type.endsWith('PRIVATE KEY');
}

function cleanBlock(block: PemBlock): CleanBlock {
  const { type, bytes } = block;
  if (PRIVATE_KEYS.includes(type)) {
    const key = readPrivateKey(block);
    if (!key) return { problem: `block ${type} is not valid` };
    const written = WRITTEN_KEYS[key.algorithm];
    const other = OTHER_KEYS[key.algorithm];
    if (written !== undefined) return { type: written, text: '', key };
    return { problem: other === undefined ? `block ${type} is not valid` : `block private key ${other} is not valid` };
  }
  if (PUBLIC_KEYS.includes(type)) return { type: 'PUBLIC KEY', text: writePem('PUBLIC KEY', bytes) };
  if (type !== 'CERTIFICATE') return { problem: `unrecognized PEM block ${type}` };
  return parseCertificate(bytes) ? { type, text: writePem(type, bytes) } : { problem: 'x509: malformed certificate' };
}
