/** Source of manifests that are not plain files: `sources` of weir.yaml. Paths are relative to its folder. */
export type ManifestSource =
  | ({ readonly kustomize: string } & Placed)
  | ({ readonly helm: string; readonly values?: readonly string[]; readonly release?: string } & Placed)
  | ({ readonly files: string; readonly parameters?: Readonly<Record<string, string>> } & Placed);

/** The namespace of objects that name none, as `kubectl --namespace` has it. */
interface Placed {
  readonly namespace?: string;
}
