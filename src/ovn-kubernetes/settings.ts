/**
 * Kernel settings of a host that Weir sets, with their values. With local gateways, replies with a restored mark would
 * fail the reverse path filter, which otherwise ignores the mark.
 */
export const LOCAL_GATEWAY_SETTINGS: Readonly<Record<string, string>> = { 'net.ipv4.conf.all.src_valid_mark': '1' };
