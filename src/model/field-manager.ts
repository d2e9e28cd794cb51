/** The field manager of Weir: what the API server notes its fields under. */
export const FIELD_MANAGER = 'weir';

/** The label of the objects that Weir has made, and may remove; its value is the field manager. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';
