/** Sections of an INI text, with names and values without their quotes. Lines before the first section are in ''. */
export type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Parses a file such as ovnkube.conf. Skips lines that are no assignment. */
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
