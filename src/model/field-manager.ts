/** The field manager of Weir: what the API server notes its fields under. */
export const FIELD_MANAGER = 'weir';

/** Prefix of the types of conditions that report what a user must act on. Controllers use none with it. */
export const NOTICE_PREFIX = 'weir-egress/';

/** Label of the objects that Weir manages and may remove. Its value is the field manager. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';
