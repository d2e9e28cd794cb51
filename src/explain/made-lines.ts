import { collectHosts, type HostArtefacts } from '../compile/6-emit/host/host.js';
import { emitNftables } from '../compile/6-emit/nftables/emit.js';
import { routerContentOf } from '../compile/6-emit/router/emit.js';
import { hostRoutesOf } from '../compile/6-emit/routes/host-routes.js';
import type { HostRule } from '../model/host-state.js';
import type { Cause } from '../model/intent/cause.js';
import type { HostRoute } from '../model/node-state.js';
import { tableOfInterface } from '../ovn-kubernetes/numbers.js';
import { HOST_RULE_PRIORITY } from '../ovn-kubernetes/priorities.js';
import { readChunks } from '../std/byte-writer.js';
import type { CompiledInput } from '../model/compiled-input.js';

/** A rule of `ip rule`. `iif` is an input interface, which only routers select by. */
export type MadeRule = HostRule & { readonly iif?: string };

/** What a resource puts into the network namespace of a host, or of a router's pod. */
export type MadeLine = {
  /** `node worker-a`, or `pod of EgressRouter shop/router`. */
  readonly where: string;
  /** Resources that require it. */
  readonly causes: readonly Cause[];
} & (
  | { readonly sort: 'rule'; readonly rule: MadeRule }
  | { readonly sort: 'route'; readonly route: HostRoute }
  | { readonly sort: 'nft'; readonly text: string; readonly chain: string; readonly becomes?: NftElement }
);

/** An element of a map that translates source addresses. */
export interface NftElement {
  readonly source: string;
  readonly address: string;
}

/** Returns the rules, routes and nftables lines of all hosts and routers. */
export function collectLines({ intents, cluster, configuration }: CompiledInput): readonly MadeLine[] {
  const hosts = collectHosts(intents, cluster, configuration, () => undefined);
  const routers = intents.filter((intent) => intent.effect === 'redirect');
  return [
    ...hosts.flatMap((host) => linesOfHost(host, configuration)),
    ...routers.flatMap((intent) => {
      const { cause } = intent;
      const content = routerContentOf(intent, configuration);
      if (!content) return [];
      const { routes, ruleset } = content;
      const common = { where: `pod of EgressRouter ${cause.namespace}/${cause.name}`, causes: [cause] };
      return [
        ...routes.rules.map((rule): MadeLine => ({ ...common, sort: 'rule', rule })),
        ...routes.routes.map((route): MadeLine => ({ ...common, sort: 'route', route })),
        ...readNftLines(ruleset).map((line): MadeLine => ({ ...common, sort: 'nft', ...line })),
      ];
    }),
  ];
}

function linesOfHost(host: HostArtefacts, configuration: CompiledInput['configuration']): MadeLine[] {
  const where = `node ${host.node.name}`;
  const { rules, routes } = hostRoutesOf(host, configuration);
  const { translations } = host;
  return [
    ...rules.map((rule): MadeLine => ({ where, sort: 'rule', rule, causes: causesOfRule(rule, host) })),
    ...routes.map((route): MadeLine => {
      const through = translations.filter(
        ({ family, interface: { index } }) => family === route.family && tableOfInterface(index) === route.table,
      );
      return { where, sort: 'route', route, causes: uniqueCauses(through) };
    }),
    ...nftLinesOf(host, configuration).map((line): MadeLine => ({ where, sort: 'nft', ...line })),
  ];
}

function causesOfRule({ priority, family, from, sport }: HostRule, host: HostArtefacts): Cause[] {
  const { translations, tableRules } = host;
  if (priority === HOST_RULE_PRIORITY.egressService) {
    return uniqueCauses(
      tableRules.filter((rule) => rule.family === family && rule.from === from && rule.sport === sport),
    );
  }
  return uniqueCauses(
    translations.filter((one) => one.family === family && (from === undefined || one.podAddress === from)),
  );
}

function nftLinesOf(
  host: HostArtefacts,
  configuration: CompiledInput['configuration'],
): (NftLine & Pick<MadeLine, 'causes'>)[] {
  const causeOf = new Map<string, { readonly cause: Cause }>([
    ...host.translations.map((one) => [`egress-ip ${one.podAddress}`, one] as const),
    ...host.serviceTranslations.map((one) => [`egress-service ${one.endpoint}`, one] as const),
  ]);
  const text = emitNftables(host, configuration)
    .map(({ content }) => readChunks(content))
    .join('');
  return readNftLines(text).map(({ text, chain, becomes }) => {
    const feature = chain.startsWith('egress-service') ? 'egress-service' : 'egress-ip';
    const own = causeOf.get(`${feature} ${text.split(' ', 1)[0] ?? ''}`);
    const all = feature === 'egress-service' ? host.serviceTranslations : host.translations;
    const causes = own ? [own.cause] : uniqueCauses(all);
    return { text, chain, causes, ...(becomes ? { becomes } : {}) };
  });
}

/** A rule or element, with its chain, set or map. */
type NftLine = Pick<Extract<MadeLine, { sort: 'nft' }>, 'text' | 'chain' | 'becomes'>;

/** Returns the rules of a ruleset and the elements of its sets, with the name of their chain, set or map. */
function readNftLines(ruleset: string): NftLine[] {
  let chain = '';
  return ruleset.split('\n').flatMap((line) => {
    const text = normaliseNft(line);
    const added = /^add rule \S+ \S+ (\S+) (.+)$/.exec(text);
    if (added) return [{ text: added[2] ?? '', chain: added[1] ?? '' }];
    const opened = /^(?:chain|set|map) (\S+) \{$/.exec(text)?.[1];
    if (opened !== undefined) chain = opened;
    if (opened !== undefined || chain === '' || /^(#|\}|elements = \{$|$)|^(type|comment) |^policy /.test(text))
      return [];
    const [, source, address] = chain.includes('-snat-') ? (/^(\S+) .*: (\S+)$/.exec(text) ?? []) : [];
    return [
      { text, chain, ...(source !== undefined && address !== undefined ? { becomes: { source, address } } : {}) },
    ];
  });
}

/** Returns a line of nft in one spelling: single spaces, decimal marks, no handle and no comma at its end. */
export function normaliseNft(line: string): string {
  return line
    .replace(/# handle \d+\s*$/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/,$/, '')
    .replace(/\b0x[0-9a-f]+\b/gi, (hex) => `${Number(hex)}`);
}

function uniqueCauses(items: readonly { readonly cause: Cause }[]): Cause[] {
  return [...new Set(items.map(({ cause }) => cause))];
}
