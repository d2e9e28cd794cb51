/** Sections of an INI text: names and values without their quotes. What has no section is in ''. */
export type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Parses a file such as ovnkube.conf. Lines that are no assignment are passed over. */
export function parseIni(text: string): Sections {
  const sections = new Map<string, Map<string, string>>();
  let name = '';
  for (const written of text.split('\n')) {
    const line = written.trim();
    const opened = /^\[([^\]]*)\]$/.exec(line);
    if (opened) name = (opened[1] ?? '').trim();
    const equals = line.indexOf('=');
    if (opened || equals < 0 || /^[#;]/.test(line)) continue;
    const section = sections.get(name) ?? new Map<string, string>();
    sections.set(name, section.set(line.slice(0, equals).trim(), unquote(line.slice(equals + 1).trim())));
  }
  return sections;
}

function unquote(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}
