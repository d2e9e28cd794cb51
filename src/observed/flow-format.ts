/** Formats of observed flows, as in `--flows-format`. */
export const FLOW_FORMATS = ['netobserv', 'loki', 'hubble', 'acl-log', 'csv'] as const;
export type FlowFormat = (typeof FLOW_FORMATS)[number];
