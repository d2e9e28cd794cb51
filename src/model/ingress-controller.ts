/** The routers of an IngressController, and how they are set up. */
export interface IngressController {
  readonly name: string;
  /** The variables of the routers' processes, those of the operator among them. An empty value counts as none. */
  readonly environment: ReadonlyMap<string, string>;
  /** Certificate for requests without a Route that has one. */
  readonly defaultCertificate?: CertificateFile;
  /** The authority that signs the certificates of Services. */
  readonly serviceCA?: CertificateFile;
  /** `<namespace>/<name>` of the Secrets that the routers may not read. */
  readonly deniedSecrets: ReadonlySet<string>;
  /**
   * True if the cluster may contain Routes that the API server rejects today, because they are older than its rules.
   */
  readonly keepInvalid: boolean;
}

/** A file with certificates in PEM. */
export interface CertificateFile {
  /** Relative to weir.yaml. */
  readonly path: string;
  /** Unset if the file has not been read. */
  readonly text?: string;
}
