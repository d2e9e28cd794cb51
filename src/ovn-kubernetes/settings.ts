/**
 * The settings of a host that Weir makes, with their values. With local gateways replies with a restored mark would fail the
 * reverse path filter, which else looks them up without it.
 */
export const LOCAL_GATEWAY_SETTINGS: Readonly<Record<string, string>> = { 'net.ipv4.conf.all.src_valid_mark': '1' };
