/** Logical routers, their ports, routes, policies and translations, and their gateways. */
export const ROUTING = `
Logical_Router root
  name                     string
  ports                    strong(Logical_Router_Port)*
  static_routes            strong(Logical_Router_Static_Route)*
  policies                 strong(Logical_Router_Policy)*
  enabled                  boolean?
  nat                      strong(NAT)*
  load_balancer            weak(Load_Balancer)*
  load_balancer_group      strong(Load_Balancer_Group)*
  copp                     weak(Copp)?
  options                  string:string*
  external_ids             string:string*

Logical_Router_Port unique(name)
  name                     string
  gateway_chassis          strong(Gateway_Chassis)*
  ha_chassis_group         strong(HA_Chassis_Group)?
  options                  string:string*
  networks                 string+
  networks                 string*                               since 7.11.0
  mac                      string
  peer                     string?
  enabled                  boolean?
  ipv6_ra_configs          string:string*
  ipv6_prefix              string*
  dhcp_relay               strong(DHCP_Relay)?                   since 7.6.0
  external_ids             string:string*
  status                   string:string*                        since 7.1.0

Logical_Router_Static_Route
  route_table              string
  ip_prefix                string
  policy                   enum(src-ip,dst-ip)?
  nexthop                  string
  output_port              string?
  bfd                      weak(BFD)?
  selection_fields         enum(eth_src,eth_dst,ip_proto,ip_src,ip_dst,ipv6_src,ipv6_dst,tp_src,tp_dst)*  since 7.11.0
  options                  string:string*
  external_ids             string:string*

Logical_Router_Policy
  priority                 integer(0..32767)
  chain                    string?                               since 7.11.0
  match                    string
  action                   enum(allow,drop,reroute,jump@7.11.0)
  jump_chain               string?                               since 7.11.0
  nexthop                  string?
  nexthops                 string*
  output_port              weak(Logical_Router_Port)?            since 7.18.0
  bfd_sessions             weak(BFD)*                            since 7.3.0
  options                  string:string*
  external_ids             string:string*

NAT
  external_ip              string
  external_mac             string?
  external_port_range      string
  logical_ip               string
  logical_port             string?
  type                     enum(dnat,snat,dnat_and_snat)
  allowed_ext_ips          strong(Address_Set)?
  exempted_ext_ips         strong(Address_Set)?
  gateway_port             weak(Logical_Router_Port)?
  priority                 integer(0..32767)                     since 7.6.0
  match                    string                                since 7.6.0
  options                  string:string*
  external_ids             string:string*

Gateway_Chassis unique(name)
  name                     string
  chassis_name             string
  priority                 integer(0..32767)
  external_ids             string:string*
  options                  string:string*

HA_Chassis
  chassis_name             string
  priority                 integer(0..32767)
  external_ids             string:string*

HA_Chassis_Group root unique(name)
  name                     string
  ha_chassis               strong(HA_Chassis)*
  external_ids             string:string*

BFD root unique(logical_port,dst_ip)
  logical_port             string
  dst_ip                   string
  min_tx                   integer(1..)?
  min_rx                   integer?
  detect_mult              integer(1..)?
  status                   enum(down,init,up,admin_down)?
  external_ids             string:string*
  options                  string:string*

Static_MAC_Binding root unique(logical_port,ip)
  logical_port             string
  ip                       string
  mac                      string
  override_dynamic_mac     boolean
`;
