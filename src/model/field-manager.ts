/** The field manager of Weir: what the API server notes its fields under. */
export const FIELD_MANAGER = 'weir';

/** Label of the objects that Weir manages and may remove. Its value is the field manager. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';
