/** What the lines of a file of a host or a router look like, whatever their addresses, names and ports are. */
export function shapesOf(path: string, text: string): string[] {
  if (path.endsWith('routes.json')) {
    const { sysctls } = JSON.parse(text) as { sysctls: Readonly<Record<string, string>> };
    return Object.entries(sysctls).map(([name, value]) => `${name}=${value}`);
  }
  if (!/\.(nft|batch)$/.test(path)) return [];
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[a-z0-9]/.test(line) && !/^(#|elements = |comment )/.test(line))
    .map(shapeOf);
}

const ADDRESS = /(?<![\w:.])(?:\d+(?:\.\d+){3}|[0-9a-f]*(?::[0-9a-f]*){2,7})(\/\d+)?(?![\w.])/g;

function shapeOf(line: string): string {
  return line
    .replace(/(?<=^(table|chain|map|set) \S.*) \{$/, '')
    .replace(/ comment "[^"]*"/, '')
    .replace(/^(tcp|udp|sctp) \. \d+ : (.*) \. \d+,$/, '<protocol> . <port> : $2 . <port>,')
    .replace(/\b(tcp|udp|sctp) dport \d+/, '<protocol> dport <port>')
    .replace(/(dnat to [\d.]+):\d+$/, '$1:<port>')
    .replace(ADDRESS, (text: string, length?: string) => {
      const family = text.includes(':') ? 'v6' : 'v4';
      return length === undefined ? `<${family}>` : `<prefix ${family}>`;
    })
    .replace(/\b(dev|iif|oif|iifname|oifname) (?!map\b|@)"?[\w.-]+"?/g, '$1 <interface>')
    .replace(/ \. "[^"]*"/, ' . <interface>')
    .replace(/ table [\w.-]+$/, (words) =>
      words === ' table 254' && line.includes('fwmark') ? words : ' table <table>',
    )
    .replace(/ sport \d+/, ' sport <port>');
}
