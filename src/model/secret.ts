/** A Secret of the input: what TLS needs of it. */
export interface Secret {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  /** `tls.crt`. If unset, it has none. */
  readonly certificate?: string;
  /** `tls.key`. It is compared with the certificate and never written anywhere. */
  readonly key?: string;
}
