import { canonicalAddress } from '../net/address.js';

/** A line of the ACL log of ovn-controller. */
export interface AclLogEntry {
  /** `name` of the ACL, or '' if it has none. */
  readonly name: string;
  readonly verdict: string;
  /** If unset, the line lacks it, as before OVN 22.03. */
  readonly direction?: 'from-lport' | 'to-lport';
  readonly severity?: string;
  /** If unset, the line has no IP packet. */
  readonly packet?: LoggedPacket;
}

/** An IP packet in a log. */
export interface LoggedPacket {
  /** `tcp`, `udp6`, `icmp`, … as Open vSwitch names flows. */
  readonly protocol: string;
  /** Canonical text. */
  readonly source: string;
  readonly destination: string;
  readonly sourcePort?: number;
  readonly destinationPort?: number;
}

/**
 * Parses a line of an ACL log, as ovn-controller writes it and with any prefix of the journal or `kubectl logs`:
 * `…|acl_log(ovn_pinctrl0)|INFO|name="NP:shop:Ingress", verdict=drop, severity=info, direction=to-lport: tcp,…`. Returns
 * undefined for another text. See lib/acl-log.c of OVN.
 */
export function parseAclLog(line: string): AclLogEntry | undefined {
  const found = /(?:^|[\s|])name="([^"]*)", verdict=(\w+)(.*)$/.exec(line);
  if (!found) return undefined;
  const [, name = '', verdict = '', rest = ''] = found;
  const severity = /, severity=(\w+)/.exec(rest)?.[1];
  const direction = /, direction=(from-lport|to-lport)/.exec(rest)?.[1];
  const packet = parseFlow(/: (\S.*)$/.exec(rest)?.[1] ?? '');
  return {
    name: name === '<unnamed>' ? '' : name,
    verdict,
    ...(severity === undefined ? {} : { severity }),
    ...(direction === 'from-lport' || direction === 'to-lport' ? { direction } : {}),
    ...(packet ? { packet } : {}),
  };
}

/** Parses a flow as Open vSwitch prints it: a protocol, then `field=value`, separated by commas. */
function parseFlow(text: string): LoggedPacket | undefined {
  const [protocol = '', ...parts] = text.split(',');
  const fields = new Map(
    parts.map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1)]),
  );
  const valueOf = (...names: readonly string[]): string | undefined =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined);
  const source = canonicalAddress(valueOf('nw_src', 'ipv6_src') ?? '');
  const destination = canonicalAddress(valueOf('nw_dst', 'ipv6_dst') ?? '');
  if (source === undefined || destination === undefined) return undefined;
  const [from, to] = [valueOf('tp_src'), valueOf('tp_dst')];
  return {
    protocol,
    source,
    destination,
    ...(from === undefined ? {} : { sourcePort: Number.parseInt(from, 10) }),
    ...(to === undefined ? {} : { destinationPort: Number.parseInt(to, 10) }),
  };
}
