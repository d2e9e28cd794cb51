/** The database itself, and tables that serve or meter both switches and routers. */
export const SERVICES = `
NB_Global root rows(1)
  name                     string
  nb_cfg                   integer
  nb_cfg_timestamp         integer
  sb_cfg                   integer
  sb_cfg_timestamp         integer
  hv_cfg                   integer
  hv_cfg_timestamp         integer
  external_ids             string:string*
  connections              strong(Connection)*
  ssl                      strong(SSL)?
  options                  string:string*
  ipsec                    boolean

Connection unique(target)
  target                   string
  max_backoff              integer(1000..)?
  inactivity_probe         integer?
  other_config             string:string*
  external_ids             string:string*
  is_connected             boolean                               ephemeral
  status                   string:string*                        ephemeral

SSL rows(1)
  private_key              string
  certificate              string
  ca_cert                  string
  bootstrap_ca_cert        boolean
  ssl_protocols            string
  ssl_ciphers              string
  ssl_ciphersuites         string                                since 7.11.0
  external_ids             string:string*

Copp root unique(name)
  name                     string
  meters                   string:string*
  external_ids             string:string*

Meter root unique(name)
  name                     string
  unit                     enum(kbps,pktps)
  bands                    strong(Meter_Band)+
  fair                     boolean?
  external_ids             string:string*

Meter_Band
  action                   enum(drop)
  rate                     integer(1..4294967295)
  burst_size               integer(0..4294967295)
  external_ids             string:string*

Sample_Collector root unique(id) since 7.6.0
  id                       integer(1..255)
  name                     string
  probability              integer(0..65535)
  set_id                   integer(1..4294967295)
  external_ids             string:string*

Sample unique(metadata) since 7.6.0
  collectors               strong(Sample_Collector)*
  metadata                 integer(1..4294967295)

Sampling_App root unique(type) since 7.6.0
  type                     enum(drop,acl-new,acl-est)
  id                       integer(1..255)
  external_ids             string:string*

DHCP_Options root
  cidr                     string
  options                  string:string*
  external_ids             string:string*

DHCP_Relay root since 7.6.0
  name                     string
  servers                  string?
  options                  string:string*
  external_ids             string:string*

DNS root
  records                  string:string*
  options                  string:string*                        since 7.3.0
  external_ids             string:string*

Chassis_Template_Var root unique(chassis)
  chassis                  string
  variables                string:string*
  external_ids             string:string*
`;
