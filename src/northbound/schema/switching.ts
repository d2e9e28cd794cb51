/** Logical switches, their ports, and the filters, marks, mirrors and load balancers on them. */
export const SWITCHING = `
Logical_Switch root
  name                     string
  ports                    strong(Logical_Switch_Port)*
  acls                     strong(ACL)*
  qos_rules                strong(QoS)*
  load_balancer            weak(Load_Balancer)*
  load_balancer_group      strong(Load_Balancer_Group)*
  dns_records              weak(DNS)*
  copp                     weak(Copp)?
  other_config             string:string*
  external_ids             string:string*
  forwarding_groups        strong(Forwarding_Group)*

Logical_Switch_Port unique(name)
  name                     string
  type                     string
  options                  string:string*
  parent_name              string?
  tag_request              integer(0..4095)?
  tag                      integer(1..4095)?
  addresses                string*
  dynamic_addresses        string?
  port_security            string*
  peer                     string?                               since 7.11.0
  up                       boolean?
  enabled                  boolean?
  dhcpv4_options           weak(DHCP_Options)?
  dhcpv6_options           weak(DHCP_Options)?
  mirror_rules             weak(Mirror)*
  ha_chassis_group         strong(HA_Chassis_Group)?
  health_checks            strong(Logical_Switch_Port_Health_Check)*  since 7.18.0
  external_ids             string:string*

Logical_Switch_Port_Health_Check since 7.18.0
  protocol                 enum(tcp,udp,icmp)
  src_ip                   string
  port                     integer(0..65535)
  address                  string
  status                   enum(online,offline,error)?
  options                  string:string*

Forwarding_Group
  name                     string
  vip                      string
  vmac                     string
  liveness                 boolean
  external_ids             string:string*
  child_port               string+

Address_Set root unique(name)
  name                     string
  addresses                string*
  external_ids             string:string*

Port_Group root unique(name)
  name                     string
  ports                    weak(Logical_Switch_Port)*
  acls                     strong(ACL)*
  external_ids             string:string*

ACL
  name                     string(63)?
  priority                 integer(0..32767)
  direction                enum(from-lport,to-lport)
  match                    string
  action                   enum(allow,allow-related,allow-stateless,drop,reject,pass@7.0.4)
  network_function_group   strong(Network_Function_Group)?       since 7.18.0
  log                      boolean
  severity                 enum(alert,warning,notice,info,debug)?
  meter                    string?
  label                    integer(0..4294967295)
  tier                     integer(0..3)                         since 7.0.4
  sample_new               strong(Sample)?                       since 7.6.0
  sample_est               strong(Sample)?                       since 7.6.0
  options                  string:string*
  external_ids             string:string*

QoS
  priority                 integer(0..32767)
  direction                enum(from-lport,to-lport)
  match                    string
  action                   enum(dscp):integer(0..63)*
  action                   enum(dscp,mark@7.3.0):integer(0..4294967295)*  since 7.3.0
  bandwidth                enum(rate,burst):integer(1..4294967295)*
  external_ids             string:string*

Load_Balancer root
  name                     string
  vips                     string:string*
  protocol                 enum(tcp,udp,sctp)?
  health_check             strong(Load_Balancer_Health_Check)*
  ip_port_mappings         string:string*
  selection_fields         enum(eth_src,eth_dst,ip_src,ip_dst,ipv6_src@7.11.0,ipv6_dst@7.11.0,tp_src,tp_dst)*
  options                  string:string*
  external_ids             string:string*

Load_Balancer_Group root unique(name)
  name                     string
  load_balancer            weak(Load_Balancer)*

Load_Balancer_Health_Check
  vip                      string
  options                  string:string*
  external_ids             string:string*

Mirror root unique(name)
  name                     string
  filter                   enum(from-lport,to-lport,both@7.0.4)
  sink                     string
  type                     enum(gre,erspan,local@7.0.4,lport@7.12.0)
  index                    integer
  mirror_rules             strong(Mirror_Rule)*                  since 7.12.0
  external_ids             string:string*

Mirror_Rule since 7.12.0
  match                    string
  action                   enum(mirror,skip)
  priority                 integer(0..32767)

Network_Function root unique(name) unique(id) since 7.18.0
  name                     string
  outport                  strong(Logical_Switch_Port)
  inport                   strong(Logical_Switch_Port)
  health_check             strong(Network_Function_Health_Check)?
  id                       integer(1..255)
  external_ids             string:string*

Network_Function_Group root unique(name) unique(id) since 7.18.0
  name                     string
  fallback                 enum(fail-open,fail-close)?
  network_function         strong(Network_Function)*
  network_function_active  strong(Network_Function)?
  mode                     enum(inline)
  id                       integer(1..255)
  external_ids             string:string*

Network_Function_Health_Check unique(name) since 7.18.0
  name                     string
  options                  string:string*
  external_ids             string:string*
`;
