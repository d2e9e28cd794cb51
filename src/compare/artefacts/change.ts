/** A field whose value differs. For a set, the added and removed members, else both values as JSON text. */
export type FieldDifference =
  | { readonly name: string; readonly before?: string; readonly after?: string }
  | { readonly name: string; readonly added: readonly string[]; readonly removed: readonly string[] };

/** A row, object or file that exists on one side only, or differs between the sides. */
export interface ItemChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** Type of the item: a table, `attachment`, `absent <table>`, a Kubernetes kind, `labels of Node` or `status`. */
  readonly sort: string;
  /** Identifier, unique within its sort. */
  readonly name: string;
  /** `<Kind> <namespace>/<name>` of the source resource. Empty if the item comes from the inventory alone. */
  readonly owner: string;
  /** Set for `changed`, in byte order of the names. */
  readonly fields: readonly FieldDifference[];
}

/** Zones whose rows change in the same way. */
export interface ZoneChanges {
  readonly zones: readonly string[];
  /** In byte order of sort and name. */
  readonly changes: readonly ItemChange[];
}

/** A file of a node, with its added and removed lines or items. */
export interface FileChange {
  readonly node: string;
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Changes in the output folder. */
export interface ArtefactChanges {
  readonly zones: readonly ZoneChanges[];
  readonly files: readonly FileChange[];
  /** Objects to apply, and status patches. */
  readonly objects: readonly ItemChange[];
}
