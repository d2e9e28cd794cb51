/** A field with another value: of a set the members that come and go, of anything else both values as JSON text. */
export type FieldDifference =
  | { readonly name: string; readonly before?: string; readonly after?: string }
  | { readonly name: string; readonly added: readonly string[]; readonly removed: readonly string[] };

/** A row, object or file that is on one side only, or not the same on both. */
export interface ItemChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** What sort of thing: a table, `attachment`, `absent <table>`, a Kubernetes kind, `labels of Node`, `status`. */
  readonly sort: string;
  /** Its identity among its sort. */
  readonly name: string;
  /** `<Kind> <namespace>/<name>` of the resource it comes from; '' for what only the inventory asks for. */
  readonly owner: string;
  /** For `changed`. In byte order of the names. */
  readonly fields: readonly FieldDifference[];
}

/** Zones whose rows change in the same way. */
export interface ZoneChanges {
  readonly zones: readonly string[];
  /** In byte order of sort and name. */
  readonly changes: readonly ItemChange[];
}

/** A file of a node, with the lines or items that come and go. */
export interface FileChange {
  readonly node: string;
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What changes in the output folder. */
export interface ArtefactChanges {
  readonly zones: readonly ZoneChanges[];
  readonly files: readonly FileChange[];
  /** Objects to apply, and status patches. */
  readonly objects: readonly ItemChange[];
}
